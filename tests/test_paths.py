"""Paths that no platform can follow, and those that only look so."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.errors import FaultsError
from calculator.paths import files_in, home, reporting, typed_path


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert typed_path("~/a.toml") == tmp_path / "a.toml"
    assert typed_path(Path("~")) == tmp_path
    assert typed_path("a~b.toml") == Path("a~b.toml")


def test_a_home_that_nobody_has_is_told_with_a_way_out() -> None:
    with pytest.raises(FaultsError) as refused:
        typed_path("~no one/x.toml")
    (fault,) = refused.value.faults
    assert fault.place == "~no one/x.toml"
    assert fault.problem == "there is no home folder '~no one'"
    assert "./~no one/x.toml" in fault.allowed
    assert typed_path("./~no one/x.toml") == Path("~no one/x.toml")


def test_the_users_folder_names_the_setting_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", "~no one/battles")
    with pytest.raises(FaultsError, match="EMPIRES_HOME: there is no home folder '~no one'"):
        home()


def test_what_the_platform_says_is_told_of_the_file() -> None:
    with (
        pytest.raises(FaultsError, match=r"mine\.toml: cannot be read: Permission denied"),
        reporting(Path("mine.toml"), "cannot be read"),
    ):
        raise PermissionError(13, "Permission denied")


def test_files_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b.toml", "a.toml", "c.txt"):
        (tmp_path / name).touch()
    assert files_in(tmp_path, "*.toml") == [tmp_path / "a.toml", tmp_path / "b.toml"]
    assert files_in(tmp_path / "none", "*.toml") == []

    def refused(*_: object) -> object:
        raise OSError(36, "File name too long")

    monkeypatch.setattr(Path, "glob", refused)
    with pytest.raises(FaultsError, match="cannot be read: File name too long"):
        files_in(tmp_path, "*.toml")
