"""The forms in which a text may stand in a prompt that another program built, and how it is found in them."""
