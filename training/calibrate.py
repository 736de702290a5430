"""Adds to a weight file of an enlarging net what counting in whole numbers needs: the largest answer of every hidden layer, over
photographs, drawn text and the check pattern. src/engine/nets/int8-graph.ts makes the scales from it.

    python3 training/calibrate.py models/sr2.weights
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from container import CHECK_SIDE, MAGIC, check_pattern, read_weights
from nets import EnlargeNet
from pairs import FULL, make_pair, pair_of_luma
from photos import find_photos
from rendered import rendered_pictures

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "train"
CROPS, DRAWN, SIDE = 64, 16, 96
SEED = 20261121


def split(raw):
    (length,) = struct.unpack_from("<I", raw, len(MAGIC))
    at = len(MAGIC) + 4
    return json.loads(raw[at : at + length]), raw[at + length :]


def pictures(photos, factor):
    """One crop each of photographs spread over the list, then of drawn text."""
    usable = [p for p in find_photos(photos) if not p.held_out]
    lows = [make_pair(p, factor)[0] for p in usable[:: max(1, len(usable) // CROPS)][:CROPS]]
    return lows + [pair_of_luma(luma, factor)[0] for luma in rendered_pictures(DRAWN, SEED)]


def crop(low, random):
    y, x = (random.integers(0, max(1, side - SIDE + 1)) for side in low.shape)
    part = low[y : y + SIDE, x : x + SIDE].astype(np.float32) / FULL
    return torch.from_numpy(part)[None, None]


def largest_answers(net, crops):
    largest = [0.0] * len(net.body)
    with torch.no_grad():
        for x in crops:
            for i, layer in enumerate(net.body):
                # Without padding, as the run time computes.
                x = F.relu(F.conv2d(x, layer.weight, layer.bias))
                largest[i] = max(largest[i], x.max().item())
    return [round(value, 4) for value in largest]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    args = parser.parse_args()
    header, body = split(args.file.read_bytes())
    net = EnlargeNet(header["factor"], header["width"], header["depth"])
    tensors = read_weights(args.file)
    with torch.no_grad():
        for name, own in net.layers():
            own.copy_(tensors[name])
    random = np.random.default_rng(SEED)
    crops = [crop(low, random) for low in pictures(args.photos, net.factor)]
    header["largest"] = largest_answers(net, [*crops, check_pattern(CHECK_SIDE + 2 * net.reach)])
    text = json.dumps(header, separators=(",", ":")).encode()
    args.file.write_bytes(MAGIC + struct.pack("<I", len(text)) + text + body)
    print(f"{args.file}: {header['largest']}")


if __name__ == "__main__":
    main()
