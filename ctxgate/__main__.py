"""`python -m ctxgate`: the command without its script."""

from ctxgate.cli.main import main

if __name__ == "__main__":
    main()
