"""Words that prompts are framed with: what stands there because of a template, whatever was retrieved.

Written by hand from what templates of the usual frameworks say. A text that has no other words than these is
no leak where it stands, for nothing tells it from the template.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.gate.leaks.spelling import is_sign, skeleton, spellings
from ctxgate.text.words import STOP_WORDS, word_set

LABELS = word_set(
    """
    q a query question questions answer answers asked asks ask user users customer human assistant ai system
    context contexts evidence source sources document documents doc docs passage passages text content input
    output response reply snippet snippets excerpt chunk faq title id
    frage antwort kontext quelle question réponse contexte pregunta respuesta contexto fuente domanda risposta
    вопрос ответ контекст источник
    """
)
"""What stands right before or after a query or a piece of evidence."""

_FRAME = (
    LABELS
    | STOP_WORDS
    | word_set(
        """
        instruction instructions prompt role message messages chat history conversation metadata score scores
        rank page pages number numbers section sections heading header body name file files path url uri link
        links type kind key value data date dates author index result results retrieved retrieval search
        relevant relevance knowledge base information info fact facts reference references cite cites cited
        citation citations note notes quote quotes summary topic subject category tags tag status language
        version model temperature tool tools function item items list row rows table entry entries record line
        begin start end begins ends following follow below above given provided using use used based without
        within helpful honest concise accurate brief briefly short detailed clear clearly correct polite
        friendly professional expert agent bot help helps support please thanks thank hello hi dear regards
        think step steps carefully let make sure try know known unknown cannot unable can't don't do not able
        find found contain contains say says state write respond respond give provide explain include return
        always never must may might one two three first second last next true false yes no none null nil na n
        ok okay empty unverified verify trusted untrusted sentence sentences paragraph words word english json
        markdown format final piece pieces part parts complete task example examples rule rules important
        required optional available company contact email team policy today day current time january february
        march april may june july august september october november december monday tuesday wednesday thursday
        friday saturday sunday readme md txt html pdf www http https com org assist assistance best ability
        sie bitte der die das und nicht mit auf antworte beantworte folgenden informationen beleg belege
        ja nein dokument dokumente le la les des et ne pas utilisez répondez suivant document oui non preuve
        el los las del y con solo sí documento documentos evidencia prueba responde usa siguiente
        и не на по только да нет документ документы используй ответь данные
        سؤال السؤال جواب الجواب الإجابة السياق سياق المصدر مصدر نعم لا المستند
        질문 답변 문맥 출처 문서 증거 예 아니요
        प्रश्न उत्तर संदर्भ स्रोत हाँ नहीं
        """
    )
)
_IN_SIGNS = (
    "问题 回答 答案 上下文 参考资料 资料 参考 来源 文档 证据 内容 用户 助手 系统 请回答 问 答 是 否 问题回答 背景 標題 标题 查询 検索 質問 "
    "回答 答え 文脈 コンテキスト 参考資料 資料 出典 文書 証拠 ユーザー アシスタント はい いいえ タイトル 回答してください "
    "คำถาม คำตอบ บริบท แหล่งที่มา เอกสาร หลักฐาน ใช่ ไม่ ผู้ใช้"
)
WORDS = frozenset(
    spelled for word in _FRAME for sequence in spellings(word) for spelled in sequence if not is_sign(spelled)
)
SIGNS = frozenset("".join(skeleton(word)) for word in _IN_SIGNS.split())
_CODE = 10
"""Characters of the shortest single word of letters and digits that is there for no other reason."""


def tells_by_itself(sequence: Sequence[str], asked: frozenset[str]) -> bool:
    """Tell whether a text of a few words is no part of a template where it stands by itself.

    It has two words that belong to no frame and are not asked for, or one beside others, or is a long word
    of letters and digits, such as a key. Two characters of a script without spaces come to a word.
    """
    own, new = _substance(sequence, asked)
    enough = 2 if len(sequence) >= 4 else 3
    return new >= 2 or (new >= 1 and own >= enough) or _is_code(sequence)


def tells_anywhere(sequence: Sequence[str], asked: frozenset[str]) -> bool:
    """Tell whether a text of a few words is no part of a template's sentence either."""
    own, new = _substance(sequence, asked)
    return len(sequence) >= 4 and own >= 3 and new >= 2


def _substance(sequence: Sequence[str], asked: frozenset[str]) -> tuple[float, float]:
    """Return how many words belong to no frame, and how many of these are not asked for."""
    own = [word for word in sequence if word not in WORDS]
    if all(word.isdigit() for word in own) or (is_sign(sequence[0]) and "".join(sequence) in SIGNS):
        return 0, 0  # numbers alone are dates, counts and numbers of pages
    return _worth(own), _worth([word for word in own if word not in asked])


def _is_code(sequence: Sequence[str]) -> bool:
    word = sequence[0]
    return len(sequence) == 1 and len(word) >= _CODE and not word.isalpha() and not word.isdigit()


def is_framed(run: Sequence[str]) -> bool:
    """Tell whether a template alone may have a run of words: all but one of them belong to frames."""
    return sum(word not in WORDS for word in run) < 2


def _worth(sequence: Sequence[str]) -> float:
    return sum(0.5 if is_sign(word) else 1 for word in sequence)
