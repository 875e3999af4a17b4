"""The command's entry: `ctxgate`, or `python -m ctxgate`."""

from __future__ import annotations

import gc
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line, with the garbage collector out of the way while modules load.

    Nothing is garbage at that time, and walking over all that was just loaded costs a tenth of the
    start-up; the same again at exit. What is loaded by then is taken out of the collector's view.
    """
    gc.disable()
    try:
        from ctxgate.cli.main import main as run  # noqa: PLC0415 - after the line above

        run()
    except KeyboardInterrupt:  # while modules load, or once more while the command ends
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(130)
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
