"""Lays what one net learnt beyond another on a third, all of one shape: onto + part * (to - since). The header's facts are those of `to`.

Whenever sr2 learnt on, unless sr2-tex is trained anew:

    git show HEAD:models/sr2.weights > /tmp/old.weights
    python3 training/blend_weights.py /tmp/old.weights models/sr2-tex.weights models/sr2.weights models/sr2-tex.weights

A net between two runs, of which the second went on from the first:

    python3 training/blend_weights.py FIRST SECOND FIRST models/refine-blur.weights 0.6
"""

import sys
from pathlib import Path

import torch

from calibrate import split
from container import net_of, read_weights, write_weights


def main(since, to, onto, target, part="1"):
    old, learnt, base = (read_weights(path) for path in (since, to, onto))
    header, _ = split(Path(to).read_bytes())
    net = net_of(header)
    with torch.no_grad():
        for name, layer in net.layers():
            layer.copy_(base[name] + float(part) * (learnt[name] - old[name]))
    write_weights(Path(target), net, header["training"])


if __name__ == "__main__":
    main(*sys.argv[1:])
