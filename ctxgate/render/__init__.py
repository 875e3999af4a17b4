"""Tables and colour for people. The only place that imports Rich; JSON never passes through here."""
