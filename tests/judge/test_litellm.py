"""The judge against an OpenAI-compatible server that others wrote: litellm's proxy, with canned answers.

Skipped unless litellm is installed with its proxy (`pip install 'litellm[proxy]'`, some 750 MB). Nothing
leaves the machine.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from commandline import ROOT, Tool, of

KEY = "sk-litellm-test"

LITELLM = Path(sys.executable).with_name("litellm")

pytestmark = pytest.mark.skipif(not LITELLM.exists(), reason="litellm is not installed")

CONFIG = """\
model_list:
  - model_name: strict
    litellm_params:
      model: openai/none
      api_key: none
      mock_response: '{"score": 0.1, "reason": "says nothing of the plan"}'
  - model_name: fenced
    litellm_params:
      model: openai/none
      api_key: none
      mock_response: "```json\\n{\\"score\\": 0.8, \\"reason\\": \\"states it\\"}\\n```"
  - model_name: prose
    litellm_params:
      model: openai/none
      api_key: none
      mock_response: "I would say 0.8 out of 1."
general_settings:
  master_key: %s
"""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("litellm")
    (folder / "config.yaml").write_text(CONFIG % KEY)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"}
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [LITELLM, "--config", folder / "config.yaml", "--host", "127.0.0.1", "--port", str(port)],
        cwd=folder,
        env=environment,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{url}/health/liveliness", timeout=2)
                break
            except OSError:
                assert process.poll() is None, (folder / "log").read_text()[-2000:]
                time.sleep(0.5)
        else:
            pytest.fail("litellm did not start: " + (folder / "log").read_text()[-2000:])
        yield url
    finally:
        process.terminate()
        process.wait(20)
        log.close()


@pytest.mark.parametrize(
    ("model", "key", "status"),
    [
        ("strict", KEY, "ok"),
        ("fenced", KEY, "ok"),
        ("prose", KEY, "malformed"),
        ("no-such-model", KEY, "http_error"),
        ("strict", "sk-wrong", "http_error"),
    ],
)
@pytest.mark.parametrize("path", ["", "/v1", "/v1/chat/completions"])
def test_a_server_that_others_wrote_is_understood(
    proxy: str, tmp_path: Path, model: str, key: str, status: str, path: str
) -> None:
    ctxgate = Tool(tmp_path)
    shutil.copy(ROOT / "fixtures/refunds.json", tmp_path)
    ctxgate("capture", "refunds.json")
    env = {"SCORE_API_URL": proxy + path, "SCORE_API_KEY": key, "SCORE_API_MODEL": model}
    done = ctxgate("score", "--json", "--policy", "workshop", env=env)
    assert done.code == 0, done.err
    rows = of("score", done.rows)
    assert {row["judge"]["status"] for row in rows} <= {status, "circuit_open"}
    assert key not in json.dumps(rows) + done.err
    if model == "strict" and status == "ok":
        assert rows[0]["action"] == "drop"
        assert rows[0]["judge"]["disagrees"] is True
