"""Builds the wheel and says which files of src/bingo package-data (pyproject.toml) left out."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from zipfile import ZipFile

HOME = Path(__file__).parents[1]
STRAY = ("__pycache__", "*.pyc", "*.egg-info", ".*", "build", "*.nbi", "*.nbc")


def left_out() -> list[str]:
    """Files under src that are not in the wheel, sorted."""
    with TemporaryDirectory() as name:
        scratch = Path(name)
        copytree(HOME / "src", scratch / "src", ignore=ignore_patterns(*STRAY))
        for file in ("pyproject.toml", "LICENSE", "README.md"):
            (scratch / file).write_bytes((HOME / file).read_bytes())
        options = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
        command = [sys.executable, "-m", "pip", "wheel", "-qq", *options, "-w", name, name]
        subprocess.run(command, check=True)
        (wheel,) = scratch.glob("*.whl")
        packed = set(ZipFile(wheel).namelist())
        source = scratch / "src" / "bingo"
        files = (path for path in source.rglob("*") if path.is_file())
        return sorted({path.relative_to(source.parent).as_posix() for path in files} - packed)


if __name__ == "__main__":
    missing = left_out()
    sys.exit("Not in the wheel:\n" + "\n".join(missing) if missing else 0)
