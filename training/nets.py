"""The graphs. Enlarging: plain 3x3 convolutions with ReLU, pixel shuffle, and a fixed bicubic path around them.

One luma channel in, one out. The bicubic path is a 5x5 convolution whose output channels are the phases of the pixel shuffle,
so the run time needs no resize operator and a tile's halo follows from the convolutions alone. Same size: see RefineNet.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from resize import cubic


def bicubic_phases(factor):
    """Kernel [factor*factor, 1, 5, 5]: enlarging by `factor`, one output channel for each position inside a source pixel."""
    kernel = np.zeros((factor * factor, 1, 5, 5), np.float32)
    shift = (np.arange(factor) + 0.5) / factor - 0.5
    taps = cubic(shift[:, None] - np.arange(-2, 3)[None, :])
    for v in range(factor):
        for u in range(factor):
            kernel[v * factor + u, 0] = np.outer(taps[v], taps[u])
    return torch.from_numpy(kernel)


class EnlargeNet(nn.Module):
    """width x depth: `depth` hidden layers between head and tail."""

    def __init__(self, factor=2, width=32, depth=8):
        super().__init__()
        self.size = {"factor": factor, "width": width, "depth": depth}
        self.factor = factor
        # Source pixels around a sample that it depends on: one for each 3x3 layer.
        self.halo = depth + 2
        sizes = [1] + [width] * (depth + 1)
        self.body = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in zip(sizes, sizes[1:]))
        self.tail = nn.Conv2d(width, factor * factor, 3, padding=1)
        self.register_buffer("skip", bicubic_phases(factor))
        for layer in self.body:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.tail.bias)
        with torch.no_grad():
            self.tail.weight.mul_(0.1)

    def forward(self, low):
        x = low
        for layer in self.body:
            x = F.relu(layer(x))
        # In full precision, where the layers are computed in half of it.
        with torch.autocast(low.device.type, enabled=False):
            around = F.conv2d(F.pad(low, (2, 2, 2, 2), mode="replicate"), self.skip)
        return F.pixel_shuffle(self.tail(x) + around, self.factor)

    def layers(self):
        """Name and tensors in the order in which the weight file stores them."""
        for i, layer in enumerate([*self.body, self.tail]):
            yield f"conv{i}.weight", layer.weight
            yield f"conv{i}.bias", layer.bias


class RefineNet(nn.Module):
    """Planes in, planes of the same size out: residual pairs of 3x3 convolutions over the four phases of each plane at half size,
    beside maps of one value and, for JPEG files, the place inside the block (`grid` pixels, both directions). Starts as nothing."""

    def __init__(self, planes_in, planes_out, maps=0, grid=0, width=32, blocks=4):
        super().__init__()
        self.size = {"planesIn": planes_in, "planesOut": planes_out, "maps": maps, "grid": grid, "width": width, "blocks": blocks}
        self.grid = grid
        self.head = nn.Conv2d(4 * planes_in + maps + grid, width, 3, padding=1)
        self.body = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(2 * blocks))
        self.tail = nn.Conv2d(width, 4 * planes_out, 3, padding=1)
        for layer in [self.head, *self.body]:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.tail.weight)
        nn.init.zeros_(self.tail.bias)
        with torch.no_grad():
            for second in self.body[1::2]:
                second.weight.mul_(0.3)

    def forward(self, planes, maps):
        return F.pixel_shuffle(self.stack(self.stacked(planes, maps)), 2)

    def stacked(self, planes, maps):
        """What the layers are given, at half size."""
        phases = F.pixel_unshuffle(planes, 2)
        shape = (len(phases), -1, *phases.shape[2:])
        constant = maps[:, :, None, None].expand(shape)
        return torch.cat([phases, constant, self.places(phases)], 1)

    def places(self, phases):
        """One plane for each column of a block, then one for each row; crops start where a block does."""
        half, (height, width) = self.grid // 2, phases.shape[2:]
        planes = phases.new_zeros(self.grid, height, width)
        for i in range(half):
            planes[i, :, i::half] = 1
            planes[half + i, i::half] = 1
        return planes.expand(len(phases), -1, -1, -1)

    def stack(self, x):
        """All at half size: the part that src/engine/nets/refine-graph.ts emits."""
        x = self.head(x)
        for first, second in zip(self.body[::2], self.body[1::2]):
            x = x + second(F.relu(first(x)))
        return self.tail(F.relu(x))

    def layers(self):
        for i, layer in enumerate([self.head, *self.body, self.tail]):
            yield f"conv{i}.weight", layer.weight
            yield f"conv{i}.bias", layer.bias


class MaskNet(nn.Module):
    """Luma in, one logit for each pixel: how likely a mark of damage lies there. Residual pairs of 3x3 convolutions over the luma's
    four phases at half size, a quarter and an eighth, and back (a U-Net whose levels are added), so that a long scratch is seen as one.
    `pairs` are those of each level on the way down, the smallest level included; on the way back each other level has one."""

    # What is subtracted from the luma.
    MIDDLE = 0.5

    def __init__(self, widths=(16, 32, 64), pairs=(1, 1, 3)):
        super().__init__()
        self.size = {"widths": list(widths), "pairs": list(pairs)}
        conv = lambda a, b, stride=1: nn.Conv2d(a, b, 3, stride, padding=1)
        pair = lambda width: nn.ModuleList([conv(width, width), conv(width, width)])
        steps = list(zip(widths, widths[1:]))
        self.head = conv(4, widths[0])
        self.down = nn.ModuleList(conv(a, b, 2) for a, b in steps)
        self.before = nn.ModuleList(nn.ModuleList(pair(w) for _ in range(n)) for w, n in zip(widths, pairs))
        self.up = nn.ModuleList(nn.Conv2d(b, 4 * a, 1) for a, b in steps)
        self.after = nn.ModuleList(pair(a) for a, _ in steps)
        self.tail = conv(widths[0], 4)
        for _, layer in self.convolutions():
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            for one in [*(p for level in self.before for p in level), *self.after]:
                one[1].weight.mul_(0.3)
            self.tail.weight.mul_(0.1)
            # Marks are rare.
            self.tail.bias.fill_(-3)

    def forward(self, luma):
        """What src/engine/nets/mask-graph.ts emits."""
        x, passed = self.head(F.pixel_unshuffle(luma - self.MIDDLE, 2)), []
        for level, pairs in enumerate(self.before):
            if level > 0:
                passed.append(x)
                x = self.down[level - 1](F.relu(x))
            for first, second in pairs:
                x = x + second(F.relu(first(x)))
        for level in reversed(range(len(passed))):
            x = passed[level] + F.pixel_shuffle(self.up[level](F.relu(x)), 2)
            first, second = self.after[level]
            x = x + second(F.relu(first(x)))
        return F.pixel_shuffle(self.tail(F.relu(x)), 2)

    def convolutions(self):
        """Each with the name that the weight file gives it."""
        yield "head", self.head
        for level, pairs in enumerate(self.before):
            if level > 0:
                yield f"down{level - 1}", self.down[level - 1]
            for i, layer in enumerate(layer for one in pairs for layer in one):
                yield f"before{level}.{i}", layer
        for level in reversed(range(len(self.up))):
            yield f"up{level}", self.up[level]
            for i, layer in enumerate(self.after[level]):
                yield f"after{level}.{i}", layer
        yield "tail", self.tail

    def layers(self):
        for name, layer in self.convolutions():
            yield f"{name}.weight", layer.weight
            yield f"{name}.bias", layer.bias
