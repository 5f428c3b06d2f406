"""Names as people type them: by key, by name, or by a part that only one of them has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from calculator.errors import FaultsError, UnknownNameError


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name without case, accents and doubled spaces: Jérôme is typed jerome."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def repeated(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The places of names that one before has, but for case and accents, each with that one.

    What is empty is no name.
    """
    first: dict[str, str] = {}
    for place, name in enumerate(names):
        if name and plain_name(name) in first:
            yield place, first[plain_name(name)]
        first.setdefault(plain_name(name), name)


def keys_of_part(typed: str, names: Mapping[str, str]) -> list[str]:
    """The keys whose key or name has this part; where any word begins so, only those.

    `names` are by key. Nothing typed is a part of nothing.
    """
    part = plain_name(typed)
    whole = {key: plain_name(f"{key} {name}") for key, name in names.items()}
    found = [key for key, name in whole.items() if part and part in name]
    begun = [key for key in found if f" {part}" in f" {whole[key].replace('-', ' ')}"]
    return begun or found


def key_meant(what: str, typed: str, names: Mapping[str, str], place: str = "") -> str:
    """The key that is meant by a key, a name, or a part of one that no other has.

    Raises `FaultsError`, at `place`, with the candidates of a part that several have, and
    `UnknownNameError` where none has it.
    """
    wanted = plain_name(typed)
    for key, name in names.items():
        if wanted in {plain_name(key), plain_name(name)}:
            return key
    found = keys_of_part(typed, names)
    if len(found) == 1:
        return found[0]
    if found:
        problem = f"{typed!r} may be any of {len(found)}"
        raise FaultsError.at(place or what, problem, ", ".join(found))
    raise UnknownNameError(what, typed, names, names.values())
