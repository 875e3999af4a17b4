"""How little a common word says: a small prior for texts of which there are too few to count.

A batch of ten chunks cannot tell that `compare` is common and `colchicine` is rare. The lists were
written by hand, from a knowledge of everyday English and of what manuals and encyclopedias are full of, and
no set of labelled rows was looked at for them. They hold stems as `english_stem` gives them.
"""

from __future__ import annotations

from ctxgate.text.words import word_set

_SAYS_LITTLE = word_set(
    """
    abl accord act actual add ago allow almost along alreadi although alway among amount anoth answer anyth
    area around ask away back bad base becom begin believ best better big bring build busi call came care case
    caus certain chang child citi clear close come common compani complet consid contain continu countri cours
    creat current cut day deal decid describ detail differ difficult direct done door earli easi effect end
    enough even event everi everyth exampl exist expect explain fact fall famili far feel field figur final
    find first five follow forc form found four free friend full fulli general go good great ground group grow
    half hand happen hard head hear help high hold home hope hour hous howev human idea import includ increas
    inform instead interest issu item keep kind know known larg last late later lead learn least leav left
    less let level life light like line list littl live local long look lot love low made main major make man
    mani mark matter mean meet member men mention mind minut miss moment money month mother move much name
    nation natur near need never new next night note noth number occur offer offic often old open order other
    page part parti particular pass past pay peopl perhap period person place plan play point poor possibl
    post power present problem process produc program provid public put question quit rather reach read readi
    real realli reason receiv recent record relat remain rememb report requir rest result return right room
    run said saw say second see seem seen send sens serv servic set sever share side similar simpl simpli
    singl six size small social someon someth soon sort sound speak special specif stand start state stay step
    still stop stori strong studi support sure system take talk team ten term test thank thing think third
    three time today togeth told took top total toward town tri turn two type understand unit use user usual
    valu various view visit wait walk want war watch water way week well went west whole wide win without
    woman word work world write year yes yet young
    """
)
_SAYS_LESS = word_set(
    """
    accept access account achiev across action activ address advanc affect age agre air alon altern analysi
    anim appear appli approach appropri april argu arm armi arriv art articl associ assum attack attempt
    attent august author avail averag avoid awar award background ball bank bar basic battl bear beauti bed
    behavior benefit beyond bill birth bit black block blood blue board bodi book born box boy break british
    brother brown budget buy capit car card career carri catch center central centuri chanc chapter charact
    charg check choic choos church claim class code cold collect colleg color combin comment commit communiti
    compar complex comput concern condit conduct confirm connect consist contact content context contract
    control cost count counti coupl court cover cultur custom daili damag data date daughter dead death debat
    decemb decis deep default defens defin degre deliv demand depart depend design despit determin develop
    devic die dinner director discov discuss diseas distanc district divid doctor document dog dollar doubl
    draw dream drink drive drop drug due earth east eat econom economi edg educ effort eight elect element
    email employe enabl energi engin english enjoy ensur enter entir environ equal error especi establish
    estim evening evid exact except exchang experi express extend extra eye face factor fail fast father fear
    featur februari feder femal fight file fill film financi fine finish fire fish fit fix floor food foot
    foreign forget former forward frame french friday front function fund futur gain game garden gas gather
    german girl glass goal gold govern green growth guess guid gun hair hall happi health heart heat heavi
    herself himself histori hit hors hospit hot hotel huge husband imag imagin impact improv inde indic
    individu industri initi input insid instal internat internet introduc invest involv island januari job
    join judg juli june key kill king kitchen knowledg labor lack land languag law lay leader leagu legal
    length letter librari lie limit link locat lose loss machin male manag map march market marri marriag mass
    master match materi maximum measur media medic memori messag method middl mile militari million minimum
    minist model modern monday morn movement movi multipl music myself necessari network news nine normal
    north northern novemb object obtain obvious octob offici oil oper opinion opportun option organiz origin
    otherwis ourselv output outsid paper parent park patient pattern peac percent perfect perform phone photo
    physic pictur piec plant player polici polit popul posit potenti practic prepar presid pressur prevent
    previous price primari prime print privat product profession project properti protect prove purpos qualiti
    quarter quick race radio rais rang rate red reduc refer region regular relationship releas religi remov
    repeat replac repli repres request research resourc respond respons review rich ride rise risk river road
    rock role round royal rule safe sale saturday save scale scene school scienc scientist score sea search
    season seat section secur select sell senior separ septemb seri serious seven sex shape ship shoot shop
    short shot shoulder sign signific sing sister sit site situat skill skin sky sleep slow societi softwar
    soldier solut solv son song sourc south southern space speech speed spend sport spring squar staff stage
    standard star station status stone store straight street strength structur student style subject success
    sudden suffer suggest summer sun sunday surfac surpris tabl target task tax teach teacher technolog
    televis text themselv theori thought thousand threat throw thursday thus titl touch trade tradit train
    travel treat treatment tree trial trip troubl true truth tuesday union universiti updat upper varieti
    version victim video villag violenc voic vote wall warm wash weapon wear weather web websit wednesday
    weekend weight western wife wind window winter wish wonder wood worker worri wrong yesterday yourself
    youth zero
    """
)

# Words of grammar in other languages with spaces, but for those that are English words as well (`die`, `van`,
# `sin`). English has stop words instead, which are not looked at at all.
_FUNCTION_WORDS = word_set(
    """
    der das den dem des ein einem einer und oder aber ist sind wird werden wurd kann nicht auch mit für auf
    aus bei nach von vom zum zur über unter zu im sich es er sie wir ihr ich wie wer wo wann warum welch
    welcher viel wenn dass le la les un une du de et ou est sont était être peut pas plus avec sur ce cett ces
    il nous vous je se sa ses leur qui que quoi quel quell comment quand où combien pourquoi aux au el los las
    del al y pero fue ser pued para en por sobr esta esto su sus cuál cuáles qué quién cuándo dónde cómo
    cuánto cuántos gli uno dei della dello nel nella di da che tra fra è sono era esser può non quando chi
    cosa quali quanto quanti o um uma dos na nas em não é são foi pode quem como qual het een op te zijn
    worden niet ook voor aan bij naar wat waar wanneer welk hoeveel och att det som ett är var på av för med
    vad när vem и в во не на что как по для из от это кто где когда какой какая какие сколько ли или но с со у
    о об за к до при
    """
)

LITTLE, LESS, FULL = 0.3, 0.6, 1.0
"""What a very common, a common and any other stem says, relative to a rare one."""

GRAMMAR = 0.1
"""What a word of grammar in another language says."""


def information(stem: str) -> float:
    """Return how much a stem says by itself: GRAMMAR, LITTLE, LESS or FULL, above 0 and at most 1."""
    if stem in _SAYS_LITTLE:
        return LITTLE
    if stem in _FUNCTION_WORDS:
        return GRAMMAR
    return LESS if stem in _SAYS_LESS else FULL
