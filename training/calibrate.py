"""Adds the activation ranges of the hidden layers to a weight file, so that the net can compute in int8.
src/engine/nets/int8-graph.ts makes the scales from it. Looked at are, for an enlarging net, photographs, drawn text and the check pattern;
for a refine net stored pairs (bench/refine-pairs.ts).

    python3 training/calibrate.py models/sr2.weights
    python3 training/calibrate.py models/refine-jpeg.weights --pairs /tmp/pairs-jpeg
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from container import CHECK_SIDE, MAGIC, check_pattern, net_of, take_over
from nets import EnlargeNet, RefineNet
from pairs import FULL, make_pair, pair_of_luma
from photos import find_photos
from rendered import rendered_pictures
from train_refine import Pairs

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "train"
CROPS, DRAWN, SIDE = 64, 16, 96
PAIRS = 200
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


class ActivationRanges:
    """Range of nearly all values of each activation, zero included. Rare ones far outside would make the steps coarse."""

    def __init__(self, rare, every=1):
        self.rare, self.every, self.seen = rare, every, {}

    def add(self, name, values):
        self.seen.setdefault(name, []).append(values.flatten()[:: self.every].numpy())

    def rounded(self):
        return {name: self.span(np.concatenate(values)) for name, values in self.seen.items()}

    def span(self, values):
        least, most = np.quantile(values, [self.rare, 1 - self.rare])
        return [round(float(min(0, least)), 4), round(float(max(0, most)), 4)]


def enlarging_ranges(net, crops):
    """Names as in src/engine/nets/enlarge-graph.ts. Made-up flat pictures: 0.10 dB lost with the largest answer of all, 0.06 so; with
    ten times as many cut, the check pattern is."""
    ranges = ActivationRanges(rare=1e-6)
    for x in crops:
        for i, layer in enumerate(net.body):
            # Without padding, as the run time computes.
            x = F.relu(F.conv2d(x, layer.weight, layer.bias))
            ranges.add(f"relu{i}", x)
    return ranges.rounded()


def refine_ranges(net, stacks):
    """Names as in src/engine/nets/refine-graph.ts. refine-noise at σ 50: 0.11 dB lost with the largest answer of all, 0.03 so; cut, the
    rare ones only leave a little of the classical answer."""
    ranges = ActivationRanges(rare=1e-4, every=7)
    for stack in stacks:
        x = net.head(stack)
        for i, (first, second) in enumerate(zip(net.body[::2], net.body[1::2])):
            ranges.add(f"sum{i}", x)
            bent = F.relu(first(x))
            ranges.add(f"bent{i}", bent)
            change = second(bent)
            ranges.add(f"second{i}", change)
            x = x + change
    return ranges.rounded()


def stacks_of(net, folder):
    """Input of the net's layers, pair by pair."""
    pairs = Pairs(folder, None)
    for i in pairs.train[:: max(1, len(pairs.train) // PAIRS)]:
        yield net.stacked(pairs.tensors([pairs.inputs[i]]), torch.from_numpy(pairs.maps[i : i + 1]))


def enlarging_crops(net, photos):
    random = np.random.default_rng(SEED)
    return [*(crop(low, random) for low in pictures(photos, net.factor)), check_pattern(CHECK_SIDE + 2 * net.halo)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="for an enlarging net")
    parser.add_argument("--pairs", type=Path, help="for a refine net")
    args = parser.parse_args()
    header, body = split(args.file.read_bytes())
    net = net_of(header)
    take_over(net, args.file)
    with torch.no_grad():
        is_refining = isinstance(net, RefineNet)
        header["spans"] = (
            refine_ranges(net, stacks_of(net, args.pairs)) if is_refining else enlarging_ranges(net, enlarging_crops(net, args.photos))
        )
    text = json.dumps(header, separators=(",", ":")).encode()
    args.file.write_bytes(MAGIC + struct.pack("<I", len(text)) + text + body)
    print(f"{args.file}: {header['spans']}")


if __name__ == "__main__":
    main()
