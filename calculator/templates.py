"""Templates of pages, read and filled in alike in every room that makes pages."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment(package: str, folder: str = "templates") -> Environment:
    """The templates in a folder of a package: what is put in is escaped, what is missing raises."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
