"""The small changes that are made to code, on a function of a few lines."""

from tests.mutation.changes import changes_of, parses

SOURCE = """
def best(hits: list[int], saves: int = 1) -> int:
    \"\"\"Two of them.\"\"\"
    if hits and saves > 0:
        return max(hits) - 2
    return 0
"""


def test_every_change_of_a_function() -> None:
    assert [(change.line, change.what) for change in changes_of(SOURCE)] == [
        (4, "0 -> 1"),
        (4, "> -> >="),
        (4, "and -> or"),
        (4, "leaves out 'hits'"),
        (4, "turns a condition round"),
        (5, "- -> +"),
        (5, "2 -> 3"),
        (5, "max -> min"),
        (6, "0 -> 1"),
    ]


def test_a_change_alters_one_line_and_still_parses() -> None:
    for change in changes_of(SOURCE):
        before, after = SOURCE.splitlines(), change.text.splitlines()
        differing = [
            n for n, pair in enumerate(zip(before, after, strict=True), 1) if len(set(pair)) > 1
        ]
        assert differing == [change.line]
        assert parses(change)


def test_texts_types_and_imports_are_left_alone() -> None:
    source = (
        "from __future__ import annotations\nfrom x import y\n\nn: tuple[int, 1] = f'{y + 1}'\n"
    )
    assert changes_of(source) == []
