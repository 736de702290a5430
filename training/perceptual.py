"""Trains the generative end of an enlarging net: fine texture that was not in the picture but looks as photographs do.
No foreign weights take part: the judge is a small discriminator from scratch, its own layers (feature matching), and the
distribution of filter answers in each crop (sliced Wasserstein on the fine band). See engine study §3.8 and models/sr2-tex.md.

    python3 training/perceptual.py --run /tmp/sr2-tex --budget-s 2700

Each loss enters by the size of its gradient at the answer, not by its own units, so one set of weights serves any mix. The
trunk is pulled towards the start, so that weights between start and end are usable nets (src/engine/nets/blend-weights.ts).
"""

import argparse
import json
import math
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from PIL import Image
from torch.nn import functional as F

from container import take_over
from degrade import MARGIN, blur, resized, through_jpeg
from judge import Judge
from nets import EnlargeNet
from pairs import FULL, CropSource
from photos import find_photos, manifest_hash, manifest_lines
from train import PHOTOS, SEED, held_out_gain, load_pairs

SIZE = {"factor": 2, "width": 32, "depth": 8}
# Source pixels of a crop; the outer ones see the padding and are left out of the loss.
BATCH, PATCH, UNSEEN = 4, 34, 2
RATE, JUDGE_RATE, LAST_PART = 3e-4, 8e-4, 0.03
# The judge learns alone at first, so that the net is not led by noise.
JUDGE_ALONE_STEPS = 120
PULL = 1e-3
AVERAGE = 0.998
SAVE_EVERY_S = 60
PICTURES_EVERY_S = 600
# Parts of the gradient at the answer. "low" is the picture shrunk again: what must stay true.
PARTS = {"low": 1.0, "pixels": 0.2, "judge": 0.8, "layers": 0.6, "bands": 0.9, "grid": 0.7}
# Slightly worsened sources, so that the rest of noise and JPEG is not taken for texture.
MILD = {"share": 0.4, "blur_px": 0.8, "noise_levels": 3, "least_quality": 75}
# This many sources of a batch were enlarged by the faithful net already, as in the second half of an enlarging by four.
TWICE = 1
FILTERS, FILTER_SIDE = 24, 5


class MildCrops(CropSource):
    """Clean crops, and a share that is blurred, noisy and stored as JPEG a little."""

    def __init__(self, pairs, seed):
        super().__init__(pairs, SIZE["factor"], PATCH, seed, worsen=True)

    def worsened(self, high):
        random, f, s = self.random, self.factor, self.kept
        picture = high.astype(np.float32) * (255 / FULL)
        mild = random.random() < MILD["share"]
        if mild and random.random() < 0.6:
            picture = blur(picture, 0.2 + random.random() * (MILD["blur_px"] - 0.2))
        low = resized(picture, picture.shape[0] // f, picture.shape[1] // f, Image.BICUBIC)
        if mild and random.random() < 0.5:
            low = low + random.normal(0, MILD["noise_levels"] * random.random(), low.shape).astype(np.float32)
        if mild and random.random() < 0.7:
            low = through_jpeg(low, int(random.integers(MILD["least_quality"], 97)))
        low = np.clip(np.rint(low), 0, 255)
        x, y = random.integers(0, 2 * MARGIN + 1, 2)
        return low[y : y + s, x : x + s] * (FULL / 255), high[y * f : (y + s) * f, x * f : (x + s) * f]


def plain(net, low):
    return F.pixel_shuffle(F.conv2d(F.pad(low, (2, 2, 2, 2), mode="replicate"), net.skip), net.factor)


def shrunk(picture):
    """A smooth half: what of the answer the source already decides."""
    taps = torch.tensor([1.0, 3.0, 3.0, 1.0]) / 8
    return F.conv2d(picture, torch.outer(taps, taps)[None, None].to(picture), stride=2)


def enlarged_before(net, low):
    with torch.no_grad():
        small = F.interpolate(low, scale_factor=0.5, mode="bicubic", antialias=True)
        return net((small * 255).round().clamp(0, 255) / 255).clamp(0, 1)


def band_loss(answer, truth, random):
    """Sorted answers of random filters without mean, crop by crop: the same texture wherever it lies. At two scales."""
    loss = 0
    for _ in range(2):
        filters = torch.randn(FILTERS, 1, FILTER_SIDE, FILTER_SIDE, generator=random)
        filters = filters - filters.mean((2, 3), keepdim=True)
        filters = (filters / filters.flatten(1).norm(dim=1)[:, None, None, None]).to(answer)
        sorted_of = lambda picture: F.conv2d(picture, filters).flatten(2).sort(2).values
        loss = loss + F.l1_loss(sorted_of(answer), sorted_of(truth))
        answer, truth = shrunk(answer), shrunk(truth)
    return loss


def grid_loss(answer, truth):
    """The four phases of the doubling must be wrong alike on the mean of a few pixels, or a chequered pattern shows."""
    wrong = F.avg_pool2d(F.pixel_unshuffle(answer - truth, 2), 4, stride=2)
    return (wrong - wrong.mean(1, keepdim=True)).abs().mean()


class Training:
    def __init__(self, args, device):
        self.args, self.device = args, device
        torch.manual_seed(SEED)
        self.net, self.average = EnlargeNet(**SIZE).to(device), EnlargeNet(**SIZE).to(device)
        take_over(self.net, args.start_from, device)
        self.faithful = EnlargeNet(**SIZE).to(device)
        self.faithful.load_state_dict(self.net.state_dict())
        self.start = [p.detach() for p in self.faithful.parameters()]
        self.average.load_state_dict(self.net.state_dict())
        self.judge = Judge().to(device)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=RATE, betas=(0.8, 0.99))
        self.judge_optimiser = torch.optim.Adam(self.judge.parameters(), lr=JUDGE_RATE, betas=(0.5, 0.99))
        self.random = torch.Generator().manual_seed(SEED)
        self.norms, self.step, self.used_s, self.cpu_s = {}, 0, 0.0, 0.0

    def stateful(self):
        return ("net", "average", "judge", "optimiser", "judge_optimiser")

    def save(self, facts):
        state = {key: getattr(self, key).state_dict() for key in self.stateful()}
        state |= {"step": self.step, "used_s": self.used_s, "cpu_s": self.cpu_s, "norms": self.norms}
        state |= {"size": self.net.size, "facts": facts}
        path = self.args.run / "checkpoint.pt"
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").rename(path)

    def resume(self):
        path = self.args.run / "checkpoint.pt"
        if not path.exists():
            return
        state = torch.load(path, map_location=self.device)
        for key in self.stateful():
            getattr(self, key).load_state_dict(state[key])
        self.step, self.used_s, self.cpu_s, self.norms = (state[k] for k in ("step", "used_s", "cpu_s", "norms"))

    def set_rates(self):
        progress = min(max(self.cpu_s / self.args.budget_s, self.used_s / self.args.wall_s), 1)
        part = LAST_PART + (1 - LAST_PART) * 0.5 * (1 + math.cos(math.pi * progress))
        self.optimiser.param_groups[0]["lr"] = RATE * part
        self.judge_optimiser.param_groups[0]["lr"] = JUDGE_RATE * part
        return part

    def learn(self, low, high):
        part, cut = self.set_rates(), UNSEEN * SIZE["factor"]
        inner = (..., slice(cut, -cut), slice(cut, -cut))
        low = torch.cat([enlarged_before(self.faithful, low[:TWICE]), low[TWICE:]])
        whole = self.net(low)
        answer, truth, around = whole[inner], high[inner], plain(self.net, low)[inner]
        sizes = self.teach_judge(answer.detach(), truth, around)
        if self.step >= JUDGE_ALONE_STEPS:
            self.follow(answer, truth, around, part, sizes)
        self.step += 1
        return sizes

    def teach_judge(self, answer, truth, around):
        real, fake = self.judge(truth, around)[0], self.judge(answer, around)[0]
        loss = F.relu(1 - real).mean() + F.relu(1 + fake).mean()
        self.judge_optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.judge_optimiser.step()
        return {"judged": loss.item()}

    def follow(self, answer, truth, around, part, sizes):
        seen = answer.detach().requires_grad_(True)
        for weight in self.judge.parameters():
            weight.requires_grad_(False)
        judged, layers = self.judge(seen, around)
        with torch.no_grad():
            true_layers = self.judge(truth, around)[1]
        for weight in self.judge.parameters():
            weight.requires_grad_(True)
        losses = {
            "low": F.l1_loss(shrunk(seen), shrunk(truth)),
            "pixels": F.l1_loss(seen, truth),
            "judge": -judged.mean(),
            "layers": sum(F.l1_loss(a, b) for a, b in zip(layers, true_layers)),
            "bands": band_loss(seen, truth, self.random),
            "grid": grid_loss(seen, truth),
        }
        sizes |= {name: loss.item() for name, loss in losses.items()}
        direction = torch.zeros_like(seen)
        for name, loss in losses.items():
            (slope,) = torch.autograd.grad(loss, seen, retain_graph=True)
            norm = slope.norm().item()
            self.norms[name] = 0.95 * self.norms.get(name, norm) + 0.05 * norm
            direction += slope * (PARTS[name] / max(self.norms[name], 1e-12))
        self.optimiser.zero_grad(set_to_none=True)
        answer.backward(direction)
        self.optimiser.step()
        with torch.no_grad():
            for now, first in zip(self.net.parameters(), self.start):
                now.lerp_(first, PULL * part)
            for mean, now in zip(self.average.parameters(), self.net.parameters()):
                mean.lerp_(now, 1 - AVERAGE)


def drift(training):
    """How far the average went from the start, as a part of the start's size."""
    moved = sum(((a - b) ** 2).sum().item() for a, b in zip(training.average.parameters(), training.start))
    return math.sqrt(moved / sum((b**2).sum().item() for b in training.start))


def show(training, pictures):
    """Held-out crops beside each other: bicubic, start, now, truth; every second one enlarged twice."""
    start, rows = training.faithful, []
    with torch.no_grad():
        for i, (low, high) in enumerate(pictures):
            low = torch.from_numpy(low)[None, None].to(training.device)
            low = enlarged_before(start, low) if i % 2 else low
            planes = [p[0, 0].cpu().numpy() for p in (plain(start, low), start(low), training.average(low))]
            rows.append(np.concatenate([*planes, high], 1))
    picture = np.clip(np.rint(np.concatenate(rows) * 255), 0, 255).astype(np.uint8)
    Image.fromarray(picture).save(training.args.run / f"look-{training.step:06d}.png")


def crops_to_look_at(held_out, side=128):
    pictures = []
    for low, high in [p for p in held_out if min(p[0].shape) > 2 * side][::4][:6]:
        y, x = low.shape[0] // 2 - side // 2, low.shape[1] // 2 - side // 2
        near = (low[y : y + side, x : x + side], high[2 * y : 2 * (y + side), 2 * x : 2 * (x + side)])
        pictures.append(tuple(plane.astype(np.float32) / FULL for plane in near))
    return pictures


def work(training, crops, held_out, data_hash):
    log = (training.args.run / "log.jsonl").open("a")
    looks, seen, clock, cpu = crops_to_look_at(held_out), [], time.monotonic(), time.process_time()
    last_save = last_look = clock
    while True:
        low, high = (torch.from_numpy(a).to(training.device) for a in crops.batch(BATCH))
        seen.append(training.learn(low, high))
        now, now_cpu = time.monotonic(), time.process_time()
        training.used_s, training.cpu_s = training.used_s + now - clock, training.cpu_s + now_cpu - cpu
        clock, cpu = now, now_cpu
        ended = training.cpu_s >= training.args.budget_s or training.used_s >= training.args.wall_s
        if not ended and now - last_save < SAVE_EVERY_S:
            continue
        last_save, gain = now, held_out_gain(training.average, held_out[:8], training.device)
        means = {k: round(float(np.mean([s[k] for s in seen if k in s])), 5) for k in seen[-1]}
        entry = {"step": training.step, "usedS": round(training.used_s), "cpuS": round(training.cpu_s)}
        entry |= {"heldOutGainDb": round(gain, 3), "drift": round(drift(training), 4), **means}
        print(json.dumps(entry), file=log, flush=True)
        seen = []
        facts = {"net": "sr2-tex", "steps": training.step, "cpuSeconds": round(training.cpu_s)}
        training.save(facts | {"dataSha256": data_hash, "heldOutGainDb": round(gain, 3)})
        if ended or now - last_look >= PICTURES_EVERY_S:
            last_look = now
            show(training, looks)
        if ended:
            return gain


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="folder of log, checkpoint and pictures to look at")
    parser.add_argument("--budget-s", type=float, default=2700, help="CPU seconds of all sessions of this run together")
    parser.add_argument("--wall-s", type=float, default=math.inf, help="seconds of the clock after which it ends whatever CPU time it got")
    parser.add_argument("--start-from", type=Path, default=Path(__file__).resolve().parent.parent / "models" / "sr2.weights")
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(1)
    args.run.mkdir(parents=True, exist_ok=True)
    photos = find_photos(args.photos)
    (args.run / "manifest.txt").write_text("\n".join(manifest_lines(photos)) + "\n")
    pairs, held_out = load_pairs(photos, SIZE["factor"])
    training = Training(args, device)
    training.resume()
    gain = work(training, MildCrops(pairs, SEED + training.step), held_out, manifest_hash(photos))
    print(f"sr2-tex: {gain:+.2f} dB over bicubic on held-out photographs (the faithful net has more: texture costs PSNR)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
