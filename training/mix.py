"""The mean of two nets of one shape, of which the second went on from the first: what lies between their strengths. `part` is the
share of the second.

    python3 training/mix.py /tmp/first.weights /tmp/second.weights 0.6 models/polish-blur.weights
"""

import sys
from pathlib import Path

import torch

from calibrate import split
from container import net_of, read_weights, write_weights


def main(first, second, part, target):
    one, other = read_weights(first), read_weights(second)
    header, _ = split(Path(second).read_bytes())
    net, part = net_of(header), float(part)
    with torch.no_grad():
        for name, layer in net.layers():
            layer.copy_((1 - part) * one[name] + part * other[name])
    write_weights(Path(target), net, header["training"])


if __name__ == "__main__":
    main(*sys.argv[1:])
