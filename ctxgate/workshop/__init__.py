"""The class: what is laid out for it, and what tells that an exercise is done."""
