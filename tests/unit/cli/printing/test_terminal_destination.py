"""Where verbs write, checked before they work."""

from pathlib import Path

import pytest

from debatable.cli.printing.terminal import STANDARD_OUTPUT, check_destination
from debatable.errors import InputError
from tests.support.command_line import complaint


def test_files_that_can_be_written_pass(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("{}")
    for path in (None, STANDARD_OUTPUT, tmp_path / "old.json", tmp_path / "new" / "folder" / "out.json"):
        check_destination(path)
    assert not (tmp_path / "new").exists()


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder; name a file in it"):
        check_destination(tmp_path)


def test_a_file_in_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="nothing can be written in"):
        check_destination(tmp_path / "file" / "below" / "out.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ["experiment", "ecir2020", "--data", "nowhere", "--out"],
        ["evaluate", "nowhere", "--report"],
        ["run", "nowhere", "--out"],
        ["pool", "nowhere", "--method", "bm25", "--out"],
        ["sample", "nowhere", "--word", "energy", "--out"],
    ],
)
def test_verbs_ask_before_they_read(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "this is a folder" in complaint(capsys, monkeypatch, *arguments, tmp_path)
