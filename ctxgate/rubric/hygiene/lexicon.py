"""Word classes: what kind of word it is that an instruction is made of, in some twenty languages.

Learned weights on single words know the words of their data. A class carries over to words, and to
languages, that the data never showed: `ignore`, `ignoriere` and `忽略` are all IGN. The lists were
written by hand, for this package; a `*` at the end stands for any ending.
"""

from __future__ import annotations

import re
from functools import lru_cache

CLASSES: dict[str, str] = {
    # to set aside
    "IGN": """ignore ignoring disregard disregarding forget override overriding bypass discard neglect overrule
        supersede ignoriere* ignorier* vergiss vergessen missachte* außer ignorez ignorer oubliez oublie oublier
        ignora ignorar ignore ignoren ignoras olvida olvide olvidar olvidate omite omitir esqueça esquecer esquece
        desconsidere desconsiderar ignori ignorare ignorate dimentica dimenticare dimenticate trascura negeer vergeet
        zignoruj ignoruj zapomnij игнориру* проигнориру* забудь* забыть отброс* yoksay* unut* aldırma* görmezden
        تجاهل* انس* تغاض* अनदेखा अनदेखी भूल नज़रअंदाज़ नजरअंदाज abaikan lupakan उपेक्षा উপেক্ষা ভুলে""",
    # what came before
    "PRI": """previous prior above earlier preceding foregoing former past vorherig* vorig* bisherig* obig* früher*
        précédent* antérieur* avant anterior* previa* previo* previas previos prévia* precedent* precedenti vorige eerdere
        poprzedni* предыдущ* прежн* предшеств* önceki السابق* سابق* पिछल* पूर्व sebelumnya trước পূর্ব* আগের""",
    "INS": """instruction instructions directive directives guideline guidelines rule rules prompt prompts orders
        command commands policy policies restriction restrictions guardrails anweisung* instruktion* vorgabe* regeln
        richtlinie* befehl* consigne* règle* directive instrucciones instrucción instruções instrução indicaciones regla*
        regra* diretriz* directriz* istruzion* regole direttiv* instructies regels instrukcj* polecen* инструкци* указани*
        правил* команд* talimat* kural* yönerge* komut* تعليم* التعليم* إرشاد* أوامر القواعد निर्देश* नियम* आदेश* instruksi perintah
        aturan নির্দেশ*""",
    # to say or print
    "OUT": """say saying print output state write reply respond answer tell repeat display echo generate recite mention
        return show reveal announce declare report output outputting respond responding replying sage sagen schreib* antworte*
        gib ausgeben drucke* zeige* nenne* wiederhole* dites dis dire écris* réponds répondez affiche* imprime* donne* répète*
        di diga decir escribe* escriba* responde* responda* imprima* muestra* repite* diga dizer escreva* mostre* repita*
        scrivi* rispondi* stampa mostra ripeti zeg schrijf antwoord napisz odpowiedz powiedz скажи* напиши* ответь* выведи*
        сообщи* повтори* söyle* yaz yazın yanıtla* cevapla* yazdır* göster* اكتب قل أجب اطبع أخبر* أعد लिखें लिखो लिखिए बताएं बताओ बताइए कहें
        कहो बोलो उत्तर tulis katakan jawab* cetak beritahu viết nói trả লিখ* বল*""",
    # tasks that one gives to a model
    "TSK": """translate summarize summarise explain describe analyze analyse list compose create solve calculate recommend
        classify determine identify compare convert paraphrase rewrite draft define outline discuss suggest use employ leverage provide give
        name find search evaluate rank categorize extract compute spell count guess imagine pretend design develop craft
        formulate propose plan help teach complete choose pick select interpret break predict estimate elaborate illustrate
        highlight enumerate present prepare make sort brainstorm invent narrate clarify perform execute conduct
        übersetze* erkläre* beschreibe* fasse erstelle* analysiere* liste* berechne* verfasse* erzähle* traduis* traduisez
        traduire expliquez explique* décris* décrivez résume* rédige* génère* crée* traduce traduzca traducir explica* describe*
        resume* genera* redacta* haz crea analiza* calcula* traduza traduzir descreva* resuma* gere crie faça analise* traduci*
        tradurre spiega* descrivi* riassumi* genera crea elenca calcola* vertaal leg beschrijf maak przetłumacz wyjaśnij opisz
        stwórz переведи* объясни* опиши* создай* составь* сгенерируй* перечисли* проанализ* расскажи* çevir* açıkla* oluştur*
        özetle* anlat* listele* hesapla* ترجم* اشرح* صف لخص* أنشئ* حلل* احسب* قم अनुवाद समझाएं वर्णन बनाएं बनाओ सारांश terjemahkan
        jelaskan buat* ringkas* dịch giải tạo tóm viết""",
    # to change the reply
    "EDT": """add append insert include incorporate embed integrate modify replace augment blend weave merge inject meld fuse
        attach prepend substitute slip interject insert embedding integrating including adding inserting mention reverse invert rearrange scramble remove combine group enhance alter format render
        begin start end finish conclude füge ergänze* ajoute* ajoutez insère* inclus incluye* incluya* añade* agrega* inserte*
        inclua* adicione* aggiungi* includi* inserisci* voeg dodaj добавь* включи* вставь* замени* ekle* أضف* أدرج* जोड़ें जोड़ो शामिल
        tambahkan sertakan thêm""",
    "ANS": """answer answers response responses reply replies message output summary completion conversation email
        implementation codebase antwort* ausgabe réponse* respuesta* resposta* risposta* antwoord odpowied* ответ* yanıt*
        cevap* cevab* إجابت* الإجابة رد ردك रिपोर्ट जवाब jawaban lời উত্তর""",
    "YOU": """you your yours yourself you're you'll you've ya thou du dir dich dein deine deinen deiner deinem ihr ihnen ihre
        ihren vous votre vos tu ton tes toi te usted ustedes tus su você vocês seu sua seus suas tuo tua tuoi voi vostro lei
        jij je jouw uw ty twój ты тебя тебе твой твоя твои вы вас вам ваш ваша ваши ваше вашей sen seni sana senin siz sizin
        أنت لك انت آپ आप आपका आपकी आपके तुम तुम्हारा तू anda kamu kau bạn আপনি আপনার আপনাকে""",
    "AI": """assistant ai llm llms bot chatbot agent model models chatgpt gpt claude gemini copilot openai anthropic jailbreak
        dan assistent* ki assistente assistants ia modelo modèle modello asistente assistant model* ассистент* модель*
        помощник* ии asistan* yapay مساعد* المساعد नमूना सहायक asisten trợ এআই software automated reviewer bots chatbots agents copilots summariser
        summarisers summarizer summarizers crawler crawlers perplexity grok mistral deepseek llama machine-readable""",
    "USR": """user users reader readers recipient customer human nutzer* benutzer* anwender* utilisateur* lecteur* usuario*
        utente* utenti gebruiker* użytkownik* пользовател* kullanıcı* المستخدم* مستخدم* उपयोगकर्ता* pengguna người ব্যবহারকারী*""",
    "SEC": """password passwords passphrase passcode secret secrets credential credentials token tokens pin ssn key keys
        confidential private sensitive passwort* kennwort* geheim* schlüssel mot passe clé clef secrète* contraseña* clave*
        secreto* secreta* senha* chave* segredo* parola chiave segreto wachtwoord hasło haseł парол* секрет* ключ* şifre* parola*
        anahtar* gizli كلمة المرور السر* سري* पासवर्ड गुप्त कुंजी पासफ़्रेज़ सीक्रेट sandi rahasia mật khẩu পাসওয়ার্ড""",
    "URG": """important urgent critical attention immediately immediate priority alert warning notice mandatory required
        imperative crucial vital essential asap emergency wichtig* dringend* achtung sofort urgente* importante*
        atención atenção attenzione inmediatamente immédiatement subito важно срочно внимание немедленно acil önemli dikkat
        hemen عاجل مهم هام انتباه तुरंत महत्वपूर्ण जरूरी segera penting""",
    "PLS": """please kindly bitte veuillez svp merci por favor prego alstublieft proszę пожалуйста lütfen من يرجى رجاء* कृपया tolong
        mohon harap vui দয়া could""",
    "SND": """send forward email mail transfer share upload post submit grant transmit dispatch leak exfiltrate notify
        sende* schicke* weiterleiten teile* envoie* envoyez partage* transfère* envía* envíe* enviar comparte* comparta* envie*
        compartilhe* invia* condividi* stuur wyślij отправь* перешли* пришли* поделись gönder* paylaş* أرسل* شارك* भेजें भेजो साझा
        kirim* bagikan gửi chia""",
    "ACT": """delete schedule pay retrieve fetch change update unlock deploy install download execute run open close
        withdraw deposit purchase buy sell book cancel disable enable access read save visit click login log sign navigate
        confirm verify check register initiate terminate block turn set arrange order modify copy move rename clone
        lösche* öffne* supprime* ouvre* télécharge* borra* elimina* abre* descarga* apague abra baixe cancella apri scarica
        удали* открой* запусти* скачай* sil aç indir احذف افتح حمل हटाएं खोलें hapus buka unduh xóa mở""",
    "NOT": """not don't dont never no without n't doesn't cannot nicht kein* niemals ne pas jamais nunca sin não sem non mai
        senza niet nooit nie не никогда нельзя без لا دون नहीं मत कभी jangan tidak đừng không""",
    "BEF": """before after while when prior during upon until bevor nachdem während antes después mientras après pendant
        prima dopo depois antes перед прежде после önce sonra قبل بعد पहले बाद sebelum setelah trước""",
    "WHQ": """what how who where when why which whose what's who's how's wer wie wo wann warum welche* wieviel quel quelle
        quels quelles comment pourquoi où combien qui qué cuál cuáles cómo quién dónde cuándo cuánto cuántos cuántas qual quais
        quem onde quando quanto quantos quale quali chi dove perché quanti wat waarom hoe jaki* który* co какой какая какие какое
        каков* что кто где когда почему сколько как ne nedir kim nerede nasıl neden hangi kaç ما ماذا من متى كيف أين لماذا كم هل
        क्या कौन कहाँ कब कैसे क्यों कितने कितना apa siapa mana kapan bagaimana mengapa berapa gì ai đâu nào কী কি কে""",
    "CAN": """can could would will may might should shall must need let let's lets kannst können könnten könntest pouvez
        peux peut pourriez puedes puede podría podrías pode poderia puoi può potresti kun kunt możesz можешь можете мог*
        musst müssen sollst doit devez debes debe deve devi должен должны нужно moet misin musun mısın edebilir يمكن* هل सकते सकता
        bisakah dapatkah bisa thể পারেন""",
    "ME": """i me my mine i'm i'll i've we us our ich mich mir mein* uns je j'ai moi mon ma mes nous yo mi mis eu meu minha
        nosotros io mio mia me ik mij mijn ja mój я мне меня мой моя мы нас ben bana benim أنا لي मैं मुझे मेरा मेरे हम saya aku kami tôi
        আমি আমাকে আমার""",
    "DEL": """haiku poem poems essay story song joke paragraph sentence letter script list table code snippet acrostic riddle
        limerick translation summary recipe tweet headline article speech dialogue report bericht gedicht geschichte poème
        histoire poema cuento historia lista código poesia storia стих* рассказ список код şiir hikaye liste kod قصيدة قصة قائمة
        कविता कहानी हाइकू सूची puisi cerita thơ""",
    "LNG": """english french spanish german italian portuguese chinese japanese korean russian arabic hindi turkish latin
        dutch greek swedish polish vietnamese thai deutsch englisch französisch spanisch inglés francés español alemán inglês
        francês espanhol alemão inglese francese spagnolo tedesco anglais français allemand espagnol английск* французск*
        испанск* немецк* ispanyolca ingilizce almanca fransızca الإنجليزية الإسبانية الألمانية अंग्रेजी स्पेनिश जर्मन binary backwards
        backward emojis emoji anagram anagrams uppercase lowercase rhymes verse json""",
    "NEW": """new updated revised additional now instead henceforth actually neu* neue nun jetzt stattdessen nouvelle* nouveau
        maintenant nuevo* nueva* ahora novo* nova* agora nuovo* nuova* ora adesso nieuwe nu nowe teraz новые новая новое теперь
        сейчас вместо yeni şimdi bunun جديد* الآن नया नई नए अब baru sekarang mới""",
    "SYS": """system developer admin administrator root operator mode override debug sudo instruct instructed entwickler*
        administrator* modus système développeur* mode administrateur* sistema desarrollador* modo administrador* desenvolvedor*
        sviluppatore modalità amministratore систем* разработчик* режим* sistem geliştirici* mod النظام المطور وضع सिस्टम डेवलपर मोड
        pengembang hệ""",
    "PRM": """promote promoting promotional endorse endorsing praise praising commend commending advertise recommend recommending
        recommendation mentioning encourage encouraging invite inviting advise advising suggesting urge urging reference remark
        note nod plug brand sponsor sponsored trusted empfehle* empfehlen recommande* recomiende* recomienda* recomende*
        raccomanda* рекоменд* öner* ينصح अनुशंसा rekomendasi""",
    "FOL": """follow following obey comply adhere execute below next subsequent folgende* folgen befolge* suivante* suivez suivant*
        siguiente* sigue* siga* seguinte* seguente* segui volgende następuj* следующ* следуй* aşağıdaki izle التالي* التالية اتبع*
        निम्नलिखित अनुसरण berikut ikuti sau theo নিম্নলিখিত""",
    "TASK": """task tasks job assignment request question objective goal mission query aufgabe* frage* tâche* question* tarea* pregunta*
        tarefa* pergunta* compito domanda* taak vraag zadanie pytanie задани* задач* вопрос* görev* soru* مهمة المهمة سؤال السؤال कार्य
        प्रश्न tugas pertanyaan nhiệm câu প্রশ্ন""",
    # when an order is to take hold, and on whom
    "IF": """if whenever unless once anyone whoever someone anybody somebody everyone whatever asks asked asking enquires
        enquire inquires inquire falls wenn sobald jemand fragt gefragt si quelqu'un quiconque demandent alguien preguntan
        preguntas se alguém perguntar perguntarem qualcuno chiunque chiede als iemand vraagt jeśli jeżeli ktoś zapyta pyta
        если кто-то кто-нибудь спросит спрашивает спросят eğer biri birisi sorarsa jika seseorang bertanya nếu hỏi إذا سأل
        यदि अगर कोई पूछे पूछता""",
    "MON": """account accounts iban wallet refund refunds card cards money payment payments invoice invoices balance funds
        bitcoin crypto voucher vouchers dollars euros usd eur konto geld zahlung rechnung compte argent paiement facture
        cuenta dinero pago factura conta dinheiro pagamento conto denaro rekening betaling pieniądze счет счёт деньги оплат*
        hesap* para ödeme* rekening uang tiền حساب* بطاق* खाता कार्ड पैसे""",
    "COD": """curl wget bash npm pip pnpm yarn env dependency dependencies workflow workflows commit commits repo repository
        terminal shell package packages branch pipeline ci makefile readme chmod rm config yaml json dockerfile""",
    "WEB": """link links site url urls page pages form website portal http https www browser webseite seite lien page sitio enlace
        página sito ссылк* сайт* bağlantı site رابط موقع लिंक tautan liên""",
    "MEM": """always every remember remembers memory forever session sessions permanently later onwards henceforth memorise
        memorize merke immer künftig dauerhaft toujours désormais souviens siempre recuerda sempre ricorda lembre altijd
        onthoud zawsze zapamiętaj всегда запомни* отныне daima hatırla selalu ingat luôn nhớ دائما تذكر हमेशा याद""",
}
"""The words of each class, separated by spaces."""

RUNS: dict[str, str] = {
    "IGN": "忽略 无视 無視 忘记 忘記 不要理会 忽視 忽视 忘れ 무시 잊어 ละเว้น ไม่สนใจ เพิกเฉย ลืม ละเลย",
    "PRI": "之前 以前 先前 上面 上述 以上 前の 上記 今までの 이전 위의 앞의 ก่อนหน้า ข้างต้น",
    "INS": "指令 指示 说明 規則 规则 命令 提示 提示词 指南 ルール プロンプト 지시 지침 규칙 명령 프롬프트 คําแนะนํา คำแนะนำ คําสั่ง คำสั่ง กฎ",
    "OUT": "输出 輸出 说出 回答 回复 写 告诉 打印 重复 显示 出力 答え 書いて 言って 教えて 表示 출력 말해 대답 답변 써 알려 표시 พิมพ์ บอก เขียน ตอบ พูด แสดง",
    "TSK": "翻译 翻譯 解释 描述 总结 生成 创建 列出 分析 计算 推荐 翻訳 説明 要約 作成 生成 分析 번역 설명 요약 작성 생성 분석 แปล อธิบาย สรุป สร้าง วิเคราะห์",
    "EDT": "添加 加入 插入 包含 附加 追加 含めて 挿入 추가 포함 삽입 เพิ่ม แทรก ใส่",
    "ANS": "你的回答 您的回答 答案 回应 返信 回答 答えに 답변 응답 คําตอบ คำตอบ",
    "YOU": "你 您 あなた 君 당신 너 คุณ เธอ",
    "AI": "助手 模型 人工智能 机器人 アシスタント モデル 어시스턴트 인공지능 모델 ผู้ช่วย ปัญญาประดิษฐ์",
    "USR": "用户 用戶 读者 ユーザー 사용자 ผู้ใช้",
    "SEC": "密码 密碼 口令 秘密 密钥 密鑰 パスワード 秘密 비밀번호 암호 비밀 키 รหัสผ่าน รหัส ความลับ",
    "URG": "重要 紧急 緊急 立即 注意 警告 至急 중요 긴급 즉시 주의 สําคัญ สำคัญ ด่วน ทันที",
    "PLS": "请 請 ください お願い 부탁 주세요 하세요 해줘 กรุณา โปรด ได้โปรด",
    "SND": "发送 發送 分享 转发 送信 送って 共有 보내 전송 공유 ส่ง แบ่งปัน แชร์",
    "ACT": "删除 打开 下载 执行 运行 確認 确认 点击 访问 削除 開いて 実行 クリック 삭제 열어 실행 확인 클릭 ลบ เปิด ดาวน์โหลด ยืนยัน คลิก",
    "NOT": "不要 不能 请勿 しないで ない 하지 말 마세요 ห้าม อย่า ไม่ต้อง",
    "WHQ": "什么 什麼 谁 哪里 哪个 怎么 如何 为什么 多少 几 何 誰 どこ いつ なぜ どう 무엇 누구 어디 언제 왜 어떻게 몇 อะไร ใคร ที่ไหน เมื่อไร ทําไม ทำไม อย่างไร เท่าไร กี่ ไหม",
    "CAN": "可以 能否 能不能 吗 できます 할 수 있 ได้ไหม สามารถ",
    "ME": "我 我们 私 俺 나는 저는 내가 ฉัน ผม เรา",
    "DEL": "俳句 诗 故事 列表 代码 段落 詩 物語 하이쿠 시를 이야기 ไฮกุ บทกวี ย่อหน้า เรื่องราว",
    "LNG": "英语 法语 西班牙语 德语 英語 フランス語 スペイン語 영어 스페인어 독일어 ภาษาอังกฤษ ภาษาสเปน ภาษาเยอรมัน",
    "NEW": "现在 新的 今 新しい 代わりに 지금 새로운 대신 ตอนนี้ ใหม่ แทน",
    "SYS": "系统 系統 开发者 开发人员 模式 システム 開発者 モード 시스템 개발자 모드 ระบบ นักพัฒนา โหมด",
    "FOL": "以下 下面 按照 遵循 次の 従って 다음 따르 ต่อไปนี้ ตาม ปฏิบัติ",
    "IF": "如果 若有人 有人问 当用户 もし 場合 尋ねられ 聞かれ 만약 누가 물으면 물어보면 ถ้า หาก เมื่อ",
    "MON": "账户 银行卡 信用卡 付款 退款 口座 カード 支払 返金 계좌 카드 결제 환불 บัญชี บัตร เงิน",
    "WEB": "链接 网址 网站 リンク サイト 링크 사이트 ลิงก์ เว็บ",
    "MEM": "始终 总是 记住 以后 常に 覚えて 今後 항상 기억 앞으로 เสมอ จำไว้",
    "TASK": "任务 任務 问题 問題 タスク 質問 작업 과제 질문 งาน คําถาม คำถาม",
}
"""The same for scripts that put no spaces between words: found anywhere in a run of letters."""

_STOPS: dict[str, str] = {
    "en": "the of and was is that with were by from this which are has been it its",
    "de": "der die das und ist nicht den dem ein eine einen mit für von zu auf sich werden wurde sie auch",
    "fr": "le les des est une du dans et pour que sur avec été qui ce cette pas aux",
    "es": "el los las del una para con por como fue más es que está son y al lo",
    "pt": "o os da do uma não em com são foi dos das mais pelo ao é na no",
    "it": "il di che della nel gli delle sono è dei alla una per con come più del",
    "nl": "het een van en zijn voor met niet op aan door ook wordt",
    "tr": "ve bir bu için ile olarak olan da de çok daha gibi",
    "vi": "của và là các được trong cho những với một có",
    "id": "dan yang di dari untuk dengan ini pada adalah dalam itu ke",
    "pl": "i w na z się nie do jest że o jak od",
}


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    exact: dict[str, str] = {}
    prefixes: dict[str, str] = {}
    for name, words in CLASSES.items():
        for word in words.split():
            if word.endswith("*"):
                prefixes.setdefault(word[:-1], name)
            else:
                exact.setdefault(word, name)
    return exact, prefixes, frozenset(prefix[:3] for prefix in prefixes)


def class_of(word: str) -> str:
    """Return the class of a word in lower case, or an empty string."""
    exact, prefixes, beginnings = _tables()
    found = exact.get(word)
    if found is not None:
        return found
    if word[:3] not in beginnings and word[:2] not in beginnings:
        return ""
    for end in range(min(len(word), 12), 1, -1):
        found = prefixes.get(word[:end])
        if found is not None:
            return found
    return ""


@lru_cache(maxsize=1)
def runs() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for the words of scripts without spaces, longest first, and their classes."""
    table: dict[str, str] = {}
    for name, words in RUNS.items():
        for word in words.split():
            table.setdefault(word, name)
    ordered = sorted(table, key=lambda word: (-len(word), word))
    return re.compile("|".join(re.escape(word) for word in ordered)), table


@lru_cache(maxsize=1)
def stop_languages() -> dict[str, str]:
    """Return the language of each function word that only one of the languages has."""
    seen: dict[str, str] = {}
    for language, words in _STOPS.items():
        for word in words.split():
            seen[word] = "" if word in seen else language
    return {word: language for word, language in seen.items() if language}
