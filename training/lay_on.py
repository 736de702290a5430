"""Lays what the inventing net learnt on a newer faithful net: new sr2 + (sr2-tex - old sr2). Whenever sr2 learnt on, unless sr2-tex is
trained anew.

    git show HEAD:models/sr2.weights > /tmp/old.weights
    python3 training/lay_on.py /tmp/old.weights models/sr2.weights models/sr2-tex.weights
"""

import sys
from pathlib import Path

import torch

from calibrate import split
from container import net_of, read_weights, write_weights


def main(old_faithful, new_faithful, inventing):
    old, new, end = (read_weights(path) for path in (old_faithful, new_faithful, inventing))
    header, _ = split(Path(inventing).read_bytes())
    net = net_of(header)
    with torch.no_grad():
        for name, layer in net.layers():
            layer.copy_(new[name] + end[name] - old[name])
    write_weights(Path(inventing), net, header["training"])


if __name__ == "__main__":
    main(*sys.argv[1:])
