"""Whatever a student's file does, the answer is values or one sentence that helps."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ctxgate.workshop.exercises import check
from ctxgate.workshop.manifest import load
from ctxgate.workshop.student import MAX_BYTES, MAX_PRINTED, Fault, Ran, Unfit, run_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "work.py"


def run(file: Path, content: str | bytes, *, seconds: float = 10, calls: int = 1) -> Ran | Fault:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return run_file(file, "work", [[i, "text"] for i in range(calls)], seconds=seconds)


def test_values_come_back_and_prints_do_no_harm(file: Path) -> None:
    content = """
import sys, os
print('{"values": []}')
os.write(1, b"raw")
def work(n, text):
    print("called", n)
    print("error", file=sys.stderr)
    return [n, text, None, 1.5, {"a": True}]
"""
    done = run(file, content, calls=2)
    assert isinstance(done, Ran)
    assert done.values == [[0, "text", None, 1.5, {"a": True}], [1, "text", None, 1.5, {"a": True}]]
    assert "called 1" in done.printed
    assert "raw" in done.printed


SENTENCES = {
    "def work(": "line 1: not Python yet: '(' was never closed",
    "def work(n, t):\nreturn 1": "line 2: not Python yet: expected an indented block",
    "import sys\nsys.exit(3)": "line 2: it ends the program (SystemExit); leave that to `if __name__",
    "def work(n, t):\n    quit()": "line 2: it ends the program (SystemExit)",
    "import os\nos._exit(0)": "its process ended by itself with exit code 0 before it answered",
    "import os, signal\nos.kill(os.getpid(), 11)": "its process was ended by signal 11 before it answered",
    "raise KeyboardInterrupt": "line 1: it ends the program (KeyboardInterrupt)",
    "x = 1": "there is no function `work` in it",
    "work = 1": "there is no function `work` in it",
    "": "there is no function `work` in it",
    "def work(n, t):\n    return n / 0": "line 2: ZeroDivisionError when `work` is called: division by zero",
    "def work():\n    pass": "TypeError when `work` is called: work() takes 0 positional arguments",
    "def work(n, t):\n    return work(n, t)": "line 2: it calls itself without end",
    "def work(n, t):\n    return input()": "line 2: it asks for input, and nobody is there to answer",
    "import no_such_thing": "line 1: ModuleNotFoundError: No module named 'no_such_thing'",
    "from ctxgate.batch import fingerprint as work": "it imports ctxgate: do it without",
    "import ctxgate\ndef work(n, t):\n    return 1": "it imports ctxgate: do it without",
    "class E(Exception):\n    def __str__(self):\n        raise self\ndef work(n, t):\n    raise E": "line 5: E when",
    "def work(n, t):\n    raise ValueError('\x1b[31m' + 'x' * 10**6)": "line 2: ValueError when `work` is called",
    "\x00": "source code string cannot contain null bytes",
}


@pytest.mark.parametrize("content", SENTENCES)
def test_a_broken_file_is_answered_by_a_sentence(file: Path, content: str) -> None:
    done = run(file, content)
    assert isinstance(done, Fault)
    assert SENTENCES[content] in done.sentence
    assert len(done.sentence) < 300
    assert "\n" not in done.sentence
    assert "\x1b" not in done.sentence
    assert "Traceback" not in done.sentence


def test_bytes_that_are_no_text_are_answered_by_a_sentence(file: Path) -> None:
    done = run(file, b"x = '\xff'")
    assert isinstance(done, Fault)
    assert "not Python yet" in done.sentence


@pytest.mark.parametrize(
    "content",
    [
        "while True: pass",
        "def work(n, t):\n    while True: print('x' * 100000)",
        "import time\ndef work(n, t):\n    time.sleep(600)",
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ],
)
def test_a_loop_that_never_ends_is_ended(file: Path, content: str) -> None:
    done = run(file, content, seconds=0.5)
    assert isinstance(done, Fault)
    assert done.sentence.startswith("it was stopped after 0.5 seconds")
    assert len(done.printed) <= MAX_PRINTED


def test_threads_exit_handlers_and_children_hold_nobody_up(file: Path, tmp_path: Path) -> None:
    waited = tmp_path / "waited"
    content = f"""
import atexit, subprocess, sys, threading, time
def wait():
    time.sleep(20)
    open({str(waited)!r}, "w").close()
threading.Thread(target=wait).start()
atexit.register(wait)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
def work(n, t): return "fine"
"""
    assert run(file, content) == Ran(["fine"])
    assert not waited.exists()
    child = int((tmp_path / "child").read_text())
    for _ in range(50):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        state = Path(f"/proc/{child}/stat")
        if state.exists() and state.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the child lives on")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("b'x'", "bytes"),
        ("{1, 2}", "set"),
        ("object()", "object"),
        ("float('nan')", "float"),
        ("'x' * 10**9", "str of 1,000,000,000 parts"),
        ("['x' * 9 for _ in range(99999)]", "list of more than 100,000 characters"),
    ],
)
def test_a_value_that_cannot_be_carried_is_named_by_its_type(file: Path, value: str, kind: str) -> None:
    assert run(file, f"def work(n, t):\n    return {value}") == Ran([Unfit(kind)])


def test_a_list_that_holds_itself_is_no_value(file: Path) -> None:
    assert run(file, "x = []\nx.append(x)\ndef work(n, t):\n    return x") == Ran([Unfit("list")])


def test_a_file_that_is_gone_a_folder_and_a_huge_file(tmp_path: Path) -> None:
    assert run_file(tmp_path / "gone.py", "work", []) == Fault("it is not there any more")
    assert run_file(tmp_path, "work", []) == Fault("this is no file")
    huge = tmp_path / "huge.py"
    huge.write_bytes(b"#" * (MAX_BYTES + 1))
    done = run_file(huge, "work", [])
    assert isinstance(done, Fault)
    assert "larger than 256,000 bytes" in done.sentence


def test_variables_of_the_environment_change_nothing_and_keys_are_not_handed_on(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(1)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", "/nowhere")
    monkeypatch.setenv("SCORE_API_KEY", "secret")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    assert run(file, "import os\ndef work(n, t):\n    return os.environ.get('SCORE_API_KEY')") == Ran([None])


def test_a_module_beside_the_file_can_be_used_and_no_cache_is_left(file: Path) -> None:
    file.parent.mkdir()
    (file.parent / "helper.py").write_text("VALUE = 3")
    assert run(file, "import helper\ndef work(n, t):\n    return helper.VALUE") == Ran([3])
    assert not (file.parent / "__pycache__").exists()


# ---------------------------------------------------------------- what the exercises make of it


def found(n: int, content: str | None, folder: Path) -> list[str]:
    path = folder / load().get(n).path
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is not None:
        path.write_text(content)
    file_codes = (
        "fingerprint_agrees",
        "paraphrases_dropped",
        "near_misses_kept",
        "script_logs",
        "script_enforces",
    )
    return [o.found for o in check(n, [], folder, seconds=10).outcomes if o.code in file_codes]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("None", "gives None, not a string; is a `return` missing?"),
        ("b'x'", "gives a value of type bytes, not a string"),
        ("3", "gives a value of type int, not a string"),
        ("'\\ud800\\x1b[31m'", "gives '"),
        ("t * 10**6", "gives a value of type str of"),
    ],
)
def test_a_fingerprint_of_the_wrong_type_is_named(tmp_path: Path, value: str, says: str) -> None:
    (said,) = found(1, f"def fingerprint(t):\n    return {value}", tmp_path)
    assert said.startswith("0 of 16 agree; line 1 (plain)")
    assert says in said
    said.encode()
    assert "\x1b" not in said


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_file_that_is_gone_is_told_how_it_comes_back(tmp_path: Path, n: int) -> None:
    for said in found(n, None, tmp_path):
        assert said == f"it is not there any more; `ctxgate exercise reset {n}` brings it back"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[bands", "rubric.toml: not TOML"),
        ("bandz = 1", "Nearest known: bands."),
        ("[instruction_hygiene]\npatterns = ['(?=x)']", "is no RE2 pattern"),
        ("[bands]\nisolate = 0.9\nallow = 0.1", "bounds must rise"),
        ("extends = 'worksop'", 'Did you mean "workshop"?'),
        ("", "5 of 6 dropped; not dropped: planted-5"),
    ],
)
def test_a_policy_that_cannot_be_used_is_told_why(tmp_path: Path, content: str, says: str) -> None:
    said = found(2, content, tmp_path)
    assert says in said[0]
    assert "\n" not in said[0]


def test_a_policy_that_drops_everything_loses_the_honest_texts(tmp_path: Path) -> None:
    dropped, kept = found(2, "[points]\nentity_overlap = 0\nlexical_overlap = 0", tmp_path)
    assert dropped == "6 of 6 dropped"
    assert kept.startswith("0 of 9 allowed; kept out: benign-1")


GATE = """
def gate(query, chunks):
    log = [c["id"] + " " + c["action"] for c in chunks]
    kept = [c for c in chunks if {condition}]
    return log, query + "".join("\\n" + c["text"] for c in kept)
"""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            GATE.format(condition="c['id'] != 'doc-b'"),
            "doc-c is drop, and its text, or a piece of it, is in the prompt",
        ),
        (
            GATE.format(condition="c['action'] != 'drop'"),
            "w-1 is isolate, and its text, or a piece of it, is in the prompt",
        ),
        (
            GATE.format(condition="c['action'] == 'allow'"),
            "doc-a is allow_with_citation, and its text is missing",
        ),
        (GATE.format(condition="False"), "doc-a is allow_with_citation, and its text is missing"),
        (GATE.format(condition="'allow' in c['action']"), "the right texts in 3 prompts of 3"),
        (
            GATE.format(condition="True").replace("c['text']", "c['text'].upper()"),
            "doc-b is drop, and its text",
        ),
        (
            "def gate(q, c):\n    return 'prompt'",
            "`gate` returns a value of type str, not a list of lines and",
        ),
        ("def gate(q, c):\n    return None", "`gate` returns None, not"),
        ("def gate(q, c):\n    return [b'x'], 'p'", "`gate` returns a value of type tuple, not"),
    ],
)
def test_the_gate_is_tried_with_more_than_the_fixture(tmp_path: Path, content: str, says: str) -> None:
    assert says in found(3, content, tmp_path)[1]


def test_a_gate_that_logs_nothing_is_seen(tmp_path: Path) -> None:
    content = GATE.format(condition="'allow' in c['action']").replace("return log", "return []")
    assert found(3, content, tmp_path) == ["0 of 8 decisions are logged", "the right texts in 3 prompts of 3"]


def test_an_answer_with_too_few_values_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text(
        "import json, os\n"
        "for fd in range(3, 20):\n"
        "    try: os.write(fd, json.dumps({'values': [{'json': 'a'}]}).encode())\n"
        "    except OSError: pass\n"
        "os._exit(0)\n"
    )
    assert isinstance(run_file(path, "f", [["a"], ["b"]]), Fault)


ESCAPE = """
import os, subprocess, sys
LEAVE = '''
import os, sys, time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
open(sys.argv[1], "w").write(str(os.getpid()))
time.sleep(600)
'''
subprocess.Popen([sys.executable, "-c", LEAVE, {place!r}], env={{}}, start_new_session=True).wait()
import subprocess
import sys
import time
while not os.path.exists({place!r}) or not open({place!r}).read(): time.sleep(0.01)
{more}
def work(n, t): return "fine"
"""


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere what leaves its group is not found")
@pytest.mark.parametrize(
    "more", ["", "time.sleep(600)", "os._exit(1)", "os.killpg(0, 9)", "os.kill(os.getpid(), 9)"]
)
def test_what_left_its_session_its_parent_and_its_environment_ends_with_the_file(
    file: Path, tmp_path: Path, more: str
) -> None:
    place = tmp_path / "pid"
    done = run(file, ESCAPE.format(place=str(place), more=more), seconds=3 if "sleep" in more else 30)
    assert isinstance(done, Ran if not more else Fault)
    assert not lives(int(place.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere what leaves its group is not found")
def test_what_is_left_ends_when_the_check_itself_is_killed(file: Path, tmp_path: Path) -> None:
    place = tmp_path / "pid"
    file.parent.mkdir()
    file.write_text(ESCAPE.format(place=str(place), more="time.sleep(600)"))
    code = "import sys; from pathlib import Path; from ctxgate.workshop.student import run_file; run_file(Path(sys.argv[1]), 'work', [[1, '']], seconds=600)"
    check = subprocess.Popen([sys.executable, "-c", code, str(file)])
    for _ in range(3000):
        if place.exists() and place.read_text():
            break
        time.sleep(0.02)
    check.kill()
    check.wait()
    for _ in range(3000):
        if not lives(int(place.read_text())):
            return
        time.sleep(0.02)
    pytest.fail("it lives on")


def test_no_key_of_any_name_is_handed_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "SCORE_API_KEY",
        "OPENAI_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "HTTP_PROXY",
        "PYTHONSTARTUP",
        "HOME",
    ):
        monkeypatch.setenv(name, "secret")
    done = run(file, "import os\ndef work(n, t): return dict(os.environ)")
    assert isinstance(done, Ran)
    assert "secret" not in done.values[0].values()
    assert done.values[0]["PATH"] == os.environ["PATH"]
