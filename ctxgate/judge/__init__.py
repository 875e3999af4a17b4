"""The judge: an optional HTTP model that scores a chunk, and that can only close the gate further.

`question`, `reply`, `merge`, `known` and `settings` are pure and cheap to import. `client` is the only
module that imports httpx; `panel` asks for many chunks at once and imports `client`.
"""
