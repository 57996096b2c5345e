"""The command that runs a folder of files through the door."""

from tests.corpus.folder import EXPECTED, main

TABLE = b"Board,NS,EW,Score\n1,1,2,420\n1,3,4,400\n"


def test_folder_has_a_line_for_each_file(tmp_path, capsys):
    (tmp_path / "a.csv").write_bytes(TABLE)
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7")
    assert main([str(tmp_path), "--write"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1:3] for line in lines] == [["a.csv", "read:"], ["b.pdf", "refused:"]]
    assert (tmp_path / EXPECTED).read_text().startswith("a.csv\tread: pairs, 1 session")


def test_other_figures_than_before_are_wrong(tmp_path, capsys):
    (tmp_path / "a.csv").write_bytes(TABLE)
    main([str(tmp_path), "--write"])
    (tmp_path / "a.csv").write_bytes(TABLE + b"2,1,2,-50\n")
    assert main([str(tmp_path)]) == 1
    assert "wrong: read: pairs" in capsys.readouterr().out


def test_files_in_the_shapes_of_other_programs_come_out_right(capsys):
    failed = main(["tests/fixtures/programs"])
    assert failed == 0, capsys.readouterr().out
