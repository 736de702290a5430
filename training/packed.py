"""The luma planes that an enlarging net learns from in one file, for a machine that the photographs are too large to be sent to.

    python3 training/packed.py /tmp/planes.zip        # then: train.py --planes /tmp/planes.zip
"""

import io
import json
import sys
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from pairs import FULL_SIZE_FAMILIES, LUMA, read_picture
from photos import each_photo, find_photos, manifest_hash
from rendered import rendered_pictures
from resize import resize

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "train"
# So many are held out, which only the log's gain is measured by.
HELD_OUT = 12
# Pictures of drawn text: the fonts lie here.
DRAWN, SEED = 80, 20261127
# Already small or without grain.
AS_THEY_ARE = (*FULL_SIZE_FAMILIES, "drawn")


def plane_of(photo):
    return as_webp(np.rint(read_picture(photo) @ LUMA))


def as_webp(luma):
    stored = io.BytesIO()
    Image.fromarray(luma.astype(np.uint8)).convert("RGB").save(stored, "WEBP", lossless=True, method=4, quality=50)
    return stored.getvalue()


def pack(target, folder=PHOTOS):
    photos = find_photos(folder)
    kept = [p for p in photos if not p.held_out] + [p for p in photos if p.held_out][:HELD_OUT]
    with zipfile.ZipFile(target, "w") as archive:
        for photo, plane in zip(kept, each_photo(plane_of, kept)):
            archive.writestr(f"{'held-out' if photo.held_out else 'train'}/{photo.path.stem}.webp", plane)
        for i, luma in enumerate(rendered_pictures(DRAWN, SEED)):
            archive.writestr(f"train/drawn-{i}.webp", as_webp(luma))
        archive.writestr("facts.json", json.dumps({"dataSha256": manifest_hash(photos)}))
    print(f"{target}: {Path(target).stat().st_size} bytes")


def unpack(source):
    """-> luma planes to learn from, planes held out, the hash of the list of photographs."""
    with zipfile.ZipFile(source) as archive:
        facts = json.loads(archive.read("facts.json"))
        stored = {name: archive.read(name) for name in sorted(archive.namelist()) if name.endswith(".webp")}
    planes = dict(zip(stored, each_photo(lambda name: read_plane(stored[name]), stored)))
    held_out = [plane for name, plane in planes.items() if name.startswith("held-out/")]
    learnt = {name: plane for name, plane in planes.items() if name.startswith("train/")}
    photographed = [plane for name, plane in learnt.items() if not Path(name).name.startswith(AS_THEY_ARE)]
    return [*learnt.values(), *each_photo(smaller, photographed)], held_out, facts["dataSha256"]


def read_plane(stored):
    return np.asarray(Image.open(io.BytesIO(stored)).convert("L"), np.float32)


def smaller(luma):
    """A third of the photograph, from its half."""
    height, width = (side * 2 // 3 for side in luma.shape)
    return np.clip(np.rint(resize(luma[..., None], height, width)), 0, 255)[..., 0]


if __name__ == "__main__":
    pack(sys.argv[1])
