"""Which photographs may be trained on, and the manifest that names every one of them with hash and licence.

Only CC0, public domain, CC-BY and United States government works are taken (the strict reading of SOURCES.md beside the
photographs). Unsplash, Pexels and Pixabay pictures are left out, and so is everything of ../shared/data/bench.
"""

import hashlib
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ALLOWED = re.compile(r"CC0|public domain|CC-BY \d|US government work")
REFUSED = re.compile(r"Unsplash|Pexels|Pixabay|-SA|-NC|-ND")
# Whole families whose table row in SOURCES.md carries the licence, not each file.
FAMILY_LICENCES = {"wesaturate": "CC0"}
# Every eighth photograph is held out: only measured, never trained on.
HELD_OUT_EVERY = 8


@dataclass(frozen=True)
class Photo:
    path: Path
    licence: str
    sha256: str
    held_out: bool


def licences_of(sources_text):
    """File name -> licence, from the per-file table of SOURCES.md."""
    rows = re.findall(r"^\| (\S+\.(?:webp|png)) \|[^|]*\| ([^|]+?) \|$", sources_text, re.M)
    return dict(rows)


def find_photos(folder):
    """All photographs of the folder whose licence is allowed, sorted by name."""
    folder = Path(folder)
    licences = licences_of((folder / "SOURCES.md").read_text(encoding="utf-8"))
    photos = []
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".webp", ".png"):
            continue
        licence = licences.get(path.name) or FAMILY_LICENCES.get(path.name.split("-")[0], "")
        if not ALLOWED.search(licence) or REFUSED.search(licence):
            continue
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        photos.append(Photo(path, licence, digest, int(digest[:8], 16) % HELD_OUT_EVERY == 0))
    return photos


def each_photo(read, photos):
    """What `read` makes of each photograph, in their order; decoding and resizing leave the interpreter to other threads."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(read, photos))


def manifest_lines(photos):
    """One line per photograph: hash, use, licence, name; written beside the run's log."""
    return [f"{p.sha256}  {'held-out' if p.held_out else 'train'}  {p.licence}  {p.path.name}" for p in photos]


def manifest_hash(photos):
    return hashlib.sha256("\n".join(manifest_lines(photos)).encode()).hexdigest()


if __name__ == "__main__":
    import sys

    print("\n".join(manifest_lines(find_photos(sys.argv[1]))))
