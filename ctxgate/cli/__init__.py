"""The command line: one thin module a command. Nothing below this folder knows that it exists."""
