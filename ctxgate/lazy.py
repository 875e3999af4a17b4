"""A package's face whose names are imported when they are first used, since start-up is a feature.

A package defines ``__getattr__`` (PEP 562) with `names`; what nobody asks for is never loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def names(package: str, namespace: dict[str, Any], homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package.

    `namespace` is the package's ``globals()``, where a name stays once it was found. `homes` maps each
    name to the module that it lives in, or to ``module:name`` where it is called otherwise there.
    """

    def getattr_(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = homes[name].partition(":")
        namespace[name] = value = getattr(import_module(module), attribute or name)
        return value

    return getattr_
