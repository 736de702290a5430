"""The net that tells an invented picture from a photograph while the inventing end is trained (perceptual.py)."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.parametrizations import spectral_norm


class Judge(nn.Module):
    """Sees the picture and its fine band by phases (a chequered pattern shows at once), answers for each patch."""

    def __init__(self):
        super().__init__()
        sizes = [(8, 32, 3, 1), (32, 48, 4, 2), (48, 64, 3, 1)]
        self.layers = nn.ModuleList(spectral_norm(nn.Conv2d(a, b, k, s, 1)) for a, b, k, s in sizes)
        self.last = spectral_norm(nn.Conv2d(64, 1, 3, 1, 1))

    def forward(self, picture, around):
        x, seen = F.pixel_unshuffle(torch.cat([picture * 2 - 1, (picture - around) * 6], 1), 2), []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), 0.2)
            seen.append(x)
        return self.last(x), seen
