"""For a GPU: planes lie there in one row, a batch of crops is one gather, and a step is one recorded graph of kernels (a hundred launched one by one
by Python take longer than they compute)."""

import os

import numpy as np
import torch

from pairs import FULL

LARGEST_GRADIENT = 0.5


class ResidentPlanes:
    """16-bit planes on the GPU, of which crops are cut at random places."""

    def __init__(self, planes, device):
        self.sizes = torch.tensor([plane.shape for plane in planes], device=device)
        self.starts = torch.tensor(np.cumsum([0, *(plane.size for plane in planes[:-1])]), device=device)
        self.values = torch.from_numpy(np.concatenate([plane.ravel() for plane in planes]).view(np.int16)).to(device)

    def cut(self, which, y, x, side):
        """-> [crops, 1, side, side] of 0-1."""
        along = torch.arange(side, device=self.values.device)
        rows = self.starts[which, None] + (y[:, None] + along) * self.sizes[which, 1:]
        values = self.values[rows[:, :, None] + x[:, None, None] + along]
        return (values.int() & FULL).float()[:, None] / FULL


class ResidentCrops:
    """As pairs.CropSource, of all but damaged crops: of two candidates the one with more detail, turned and mirrored."""

    def __init__(self, pairs, factor, patch, seed, device="cuda"):
        pairs = [p for p in pairs if min(p[0].shape) > patch]
        self.low, self.high = (ResidentPlanes([p[i] for p in pairs], device) for i in (0, 1))
        self.share, self.factor, self.patch, self.device = share_of(self.low), factor, patch, device
        # The processor's, for the checkpoint; on the GPU places are drawn by its own.
        self.random = np.random.default_rng(seed)
        torch.cuda.manual_seed(seed)

    def batch(self, size):
        which = drawn_by(self.share, 2 * size)
        low_sizes = self.low.sizes[which]
        y, x = random_corners(low_sizes, self.patch)
        low = self.low.cut(which, y, x, self.patch)
        high = self.high.cut(which, y * self.factor, x * self.factor, self.patch * self.factor)
        picked = detail_of(high).view(size, 2).argmax(1) + 2 * torch.arange(size, device=self.device)
        return turned(low[picked], high[picked])


def share_of(planes):
    """The running sum of the planes' areas, 1 at its end."""
    areas = planes.sizes.prod(1).double()
    return (areas / areas.sum()).cumsum(0).float()


def drawn_by(share, count):
    return torch.searchsorted(share, torch.rand(count, device=share.device)).clamp(max=len(share) - 1)


def random_corners(sizes, side):
    room = sizes - side
    at = (torch.rand(len(sizes), 2, device=sizes.device) * (room + 1)).long()
    return torch.minimum(at, room).unbind(1)


def detail_of(crops):
    return crops.diff(dim=2).abs().mean((1, 2, 3)) + crops.diff(dim=3).abs().mean((1, 2, 3))


def turned(*stacks):
    """Each eighth of the batch in one of the eight ways."""
    ways = [[way(part) for part, way in zip(stack.chunk(8), WAYS)] for stack in stacks]
    return tuple(torch.cat(parts) for parts in ways)


def way_of(turns, mirrored):
    return lambda crops: (crops.flip(3) if mirrored else crops).rot90(turns, (2, 3))


WAYS = [way_of(turns, mirrored) for turns in range(4) for mirrored in (False, True)]


def adam(net, rate, device):
    """Its rate is changed by `set_rate`: a recorded step reads it from where it lies."""
    if device.type != "cuda":
        return torch.optim.Adam(net.parameters(), lr=rate)
    return torch.optim.Adam(net.parameters(), lr=torch.tensor(rate, device=device), capturable=True, fused=not os.environ.get("PLAIN"))


def set_rate(optimiser, rate):
    group = optimiser.param_groups[0]
    if isinstance(group["lr"], torch.Tensor):
        group["lr"].fill_(rate)
    else:
        group["lr"] = rate


def halves(device):
    """Layers compute in bfloat16 on a GPU: twice as fast, and what nets add to the bicubic path is small."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda" and not os.environ.get("PLAIN"), cache_enabled=False)


def follow(average, net, keep):
    """The moving average; `keep` may be a tensor of one value."""
    with torch.no_grad():
        means, news = list(average.parameters()), list(net.parameters())
        if means[0].is_cuda:
            steps = torch._foreach_sub(news, means)
            torch._foreach_mul_(steps, 1 - keep)
            torch._foreach_add_(means, steps)
        else:
            for mean, now in zip(means, news):
                mean.lerp_(now, 1 - keep)


def descend(net, average, optimiser, loss, keep):
    """One step down the loss, and the average after it; answers the loss."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), LARGEST_GRADIENT)
    optimiser.step()
    follow(average, net, keep)
    return loss.detach()


class GraphedStep:
    """`step(low, high, *facts)` recorded for inputs of one shape and played from then on; facts are single numbers. With `draw`, which gives low and
    high, drawing a batch is recorded too. Without a GPU nothing is recorded."""

    WARM_UPS = 4

    def __init__(self, step, draw=None):
        self.step, self.draw, self.graph, self.calls = step, draw, None, 0

    def __call__(self, low, high, *facts):
        if not torch.cuda.is_available():
            return self.step(*(self.draw() if self.draw else (low, high)), *facts)
        device = torch.device("cuda")
        if self.calls < self.WARM_UPS:
            self.calls += 1
            return self.step(*(self.draw() if self.draw else (low, high)), *(torch.tensor(fact, device=device) for fact in facts))
        if self.graph is None:
            self.record(low, high, [torch.tensor(fact, device=device) for fact in facts])
        if not self.draw:
            for own, given in zip(self.inputs, (low, high)):
                own.copy_(given)
        for own, fact in zip(self.facts, facts):
            own.fill_(fact)
        self.graph.replay()
        return self.loss.clone()

    def record(self, low, high, facts):
        self.inputs, self.facts = (() if self.draw else (low.clone(), high.clone())), facts
        played = lambda: self.step(*(self.draw() if self.draw else self.inputs), *self.facts)
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                played()
        torch.cuda.current_stream().wait_stream(aside)
        self.graph = torch.cuda.CUDAGraph()
        # Threads of the crops' workers may ask for pinned memory meanwhile.
        with torch.cuda.graph(self.graph, capture_error_mode="thread_local"):
            self.loss = played()
