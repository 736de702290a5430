"""Trains one net within a budget of CPU seconds, resumes where it stopped, writes a log; container.py makes the weight file.

    python3 training/train.py --net sr2 --run /tmp/sr2 --budget-s 3600
    python3 training/train.py --smoke            # 60 seconds; ends with code 1 when it does not beat bicubic

The learning rate follows the part of the budget that is used (cosine), so a run ends well whatever the machine's speed, and a run
that is stopped for a while or shares its core learns as much as one that is alone.
Every minute a checkpoint with the moving average is written; the same command goes on from there.
"""

import argparse
import json
import math
import os
import sys
import tempfile
import time
from itertools import repeat
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from torch.nn import functional as F

from container import take_over
from crop_workers import crops_by_workers
from degrade import degrade
from hard_negatives import hard_places
from mask_loss import mask_f1, mask_loss
from nets import EnlargeNet, MaskNet
from packed import unpack
from pairs import FULL, CropSource, make_pair, pair_of_luma, training_pairs
from patterns import pattern_pictures
from photos import each_photo, find_photos, manifest_hash, manifest_lines
from rendered import rendered_pictures
from resident import GraphedStep, ResidentCrops, adam, descend, halves, set_rate
from scratched import ScratchedCrops, held_out_crops, luma_planes

HERE = Path(__file__).resolve().parent
PHOTOS = HERE.parent.parent / "shared" / "data" / "train"
NETS = {
    "sr2": {"factor": 2, "width": 32, "depth": 8},
    "sr2-low": {"factor": 2, "width": 32, "depth": 8},
    "sr4": {"factor": 4, "width": 32, "depth": 8},
    "sr4-wide": {"factor": 4, "width": 48, "depth": 10},
    "scratch": {},
}
# Mask nets, which find damage; the others enlarge. Refining nets: train_refine.py.
MASK_NETS = {"scratch"}
# Trained on damaged low resolution and on drawn text as well.
WORSENED = {"sr2-low"}
DRAWN = 120
# Pictures of fine patterns among packed planes.
PATTERNS = 48
SEED = 20261121
BATCH, PATCH = 16, 48
MASK_BATCH, MASK_PATCH = 8, 160
TOP_RATE, LAST_RATE = 1e-3, 1e-6
MASK_TOP_RATE = 2.5e-3
# A net that has learnt already would be thrown back by the full rate.
TUNING_RATE = 5e-4
WARM_UP_STEPS = 100
# CPU seconds spent on looking for hard negatives.
HARD_PLACES_S = 150
# Part of the budget after which squares are minimised.
SQUARES_FROM = 0.6
AVERAGE = 0.999
SAVE_EVERY_S = 60
SMOKE = {"budget_s": 60, "photos": 24, "gain_db": 0.3}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", choices=NETS, default="sr2")
    parser.add_argument("--run", type=Path, default=Path("/tmp/training-run"), help="folder of log, checkpoint and weights")
    parser.add_argument("--budget-s", type=float, default=3600, help="CPU seconds of all sessions of this run together")
    parser.add_argument("--wall-s", type=float, default=math.inf, help="seconds of the clock after which it ends whatever CPU time it got")
    parser.add_argument("--start-from", type=Path, help="checkpoint or .weights file whose layers are taken over")
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--planes", type=Path, help="what packed.py wrote, instead of photographs, for a net that enlarges; with drawn patterns")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, help="crops of a step; by default what one CPU core likes")
    parser.add_argument("--patch", type=int, default=PATCH, help="source pixels of a crop's side")
    parser.add_argument("--rate", type=float, help="the learning rate that it begins with")
    parser.add_argument("--workers", type=int, default=0, help="processes that draw crops beside a GPU")
    parser.add_argument("--smoke", action="store_true")
    return parser.parse_args()


def shape_of(name):
    return MaskNet if name in MASK_NETS else EnlargeNet


class Run:
    """State that outlives a session: net, moving average, optimiser, used time, random state."""

    def __init__(self, args, device):
        self.args, self.device = args, device
        torch.manual_seed(SEED)
        shape = shape_of(args.net)
        self.net = shape(**NETS[args.net]).to(device, memory_format=torch.channels_last)
        self.average = shape(**NETS[args.net]).to(device)
        known = bool(args.start_from) and take_over(self.net, args.start_from, device)
        self.top_rate = args.rate or (TUNING_RATE if known else MASK_TOP_RATE if args.net in MASK_NETS else TOP_RATE)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = adam(self.net, TOP_RATE, device)
        self.graphed = GraphedStep(self.change)
        self.step, self.used_s, self.cpu_s = 0, 0.0, 0.0

    @property
    def checkpoint(self):
        return self.args.run / "checkpoint.pt"

    def save(self, crops, facts):
        state = {key: getattr(self, key).state_dict() for key in ("net", "average", "optimiser")}
        state |= {"step": self.step, "used_s": self.used_s, "cpu_s": self.cpu_s, "random": crops.random.bit_generator.state}
        state |= {"size": self.net.size, "facts": facts}
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").rename(self.checkpoint)

    def resume(self, crops):
        if not self.checkpoint.exists():
            return
        state = torch.load(self.checkpoint, map_location=self.device)
        for key in ("net", "average", "optimiser"):
            getattr(self, key).load_state_dict(state[key])
        self.step, self.used_s, self.cpu_s = state["step"], state["used_s"], state["cpu_s"]
        crops.random.bit_generator.state = state["random"]

    def learn(self, low, high):
        """-> the loss as a tensor, so that no step waits for the GPU."""
        progress = min(max(self.cpu_s / self.args.budget_s, self.used_s / self.args.wall_s), 1)
        rate = LAST_RATE + (self.top_rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * progress))
        set_rate(self.optimiser, rate * min(1, (self.step + 1) / WARM_UP_STEPS))
        self.step += 1
        keep = min(AVERAGE, self.step / (self.step + 10))
        by_squares = float(progress >= SQUARES_FROM)
        return self.graphed(low, high, keep, by_squares)

    def change(self, low, high, keep, by_squares):
        """One step of the net and of its average; `keep` and `by_squares` may be tensors of one value."""
        with halves(self.device):
            answer = self.net(low)
        answer = answer.float()
        loss = mask_loss(answer, high) if self.args.net in MASK_NETS else loss_of(answer, high, by_squares)
        return descend(self.net, self.average, self.optimiser, loss, keep)


def loss_of(answer, truth, by_squares):
    """L1 learns faster; the last part (`by_squares` 1) looks at each crop's root mean square, which is what PSNR is made of."""
    squares = ((answer - truth) ** 2).mean((1, 2, 3)).add(1e-8).sqrt().mean()
    return by_squares * squares + (1 - by_squares) * F.l1_loss(answer, truth)


def held_out_gain(net, pairs, device):
    """Mean gain in dB over bicubic (luma, border of `factor` cut) on photographs that are never trained on."""
    gains = []
    net.eval()
    with torch.no_grad():
        for low, high in pairs:
            low = torch.from_numpy(low[:160, :160].astype(np.float32) / FULL)[None, None].to(device)
            f = net.factor
            high = torch.from_numpy(high[: 160 * f, : 160 * f].astype(np.float32) / FULL)[None, None].to(device)
            plain = F.pixel_shuffle(F.conv2d(F.pad(low, (2, 2, 2, 2), mode="replicate"), net.skip), f)
            cut = (..., slice(f, -f), slice(f, -f))
            error = [F.mse_loss(p.clamp(0, 1)[cut], high[cut]).item() for p in (plain, net(low))]
            gains.append(10 * math.log10(error[0] / max(error[1], 1e-12)))
    net.train()
    return float(np.mean(gains))


def load_pairs(photos, factor):
    train = [pair for pairs in each_photo(lambda p: training_pairs(p, factor), [p for p in photos if not p.held_out]) for pair in pairs]
    held_out = each_photo(lambda p: make_pair(p, factor), [p for p in photos if p.held_out])
    return train, [p for p in held_out if min(p[0].shape) > 2 * factor]


def worsened_pairs(pairs, factor):
    """The held-out photographs with damage that is the same in every run."""
    random = np.random.default_rng(SEED)
    low_of = lambda high: (degrade(high.astype(np.float32) * (255 / FULL), factor, random) * (FULL / 255)).astype(np.uint16)
    return [(low_of(high), high) for _, high in pairs]


def train(args):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(args.threads)
    torch.backends.cudnn.benchmark = True
    args.run.mkdir(parents=True, exist_ok=True)
    log = (args.run / "log.jsonl").open("a")
    if args.planes:
        run = Run(args, device)
        crops, held_out, data_hash = packed_data(args, run.net.factor)
        return work(run, crops, args.batch or BATCH, lambda net: held_out_gain(net, held_out, device), log, data_hash)
    photos = find_photos(args.photos)
    if args.smoke:
        photos = [p for p in photos if p.held_out][:4] + [p for p in photos if not p.held_out][: SMOKE["photos"]]
    (args.run / "manifest.txt").write_text("\n".join(manifest_lines(photos)) + "\n")
    run = Run(args, device)
    if args.net in MASK_NETS:
        crops, held_out = mask_data(photos)
        if args.start_from:
            crops.learn_from(kept_hard_places(run, crops))
        return work(run, crops, args.batch or MASK_BATCH, lambda net: mask_f1(net, held_out, device), log, manifest_hash(photos))
    crops, held_out = enlarging_data(args, photos, run.net.factor)
    return work(run, crops, args.batch or BATCH, lambda net: held_out_gain(net, held_out, device), log, manifest_hash(photos))


def mask_data(photos):
    """The gain in the log is F1 on the held-out photographs at half of their size."""
    planes = each_photo(luma_planes, photos)
    train = [plane for p, own in zip(photos, planes) if not p.held_out for plane in own]
    held_out = [own[:2][-1] for p, own in zip(photos, planes) if p.held_out]
    return ScratchedCrops(train, MASK_PATCH, SEED), held_out_crops(held_out, SEED)


def kept_hard_places(run, crops):
    """Looked for once with the net that the run starts from, then kept beside the checkpoint."""
    kept = run.args.run / "hard-places.json"
    if not kept.exists():
        places = hard_places(run.net, crops.planes, crops.patch, np.random.default_rng(SEED), HARD_PLACES_S)
        kept.write_text(json.dumps(places))
    return json.loads(kept.read_text())


def packed_data(args, factor):
    """-> crops, pairs held out, the hash of the list of photographs."""
    learnt, held_out, data_hash = unpack(args.planes)
    pair = lambda luma: pair_of_luma(luma[: luma.shape[0] // factor * factor, : luma.shape[1] // factor * factor], factor)
    pairs = each_photo(pair, [*learnt, *pattern_pictures(PATTERNS, SEED)])
    return crops_of(args, pairs, factor), each_photo(pair, held_out), data_hash


def crops_of(args, pairs, factor):
    if torch.cuda.is_available():
        return ResidentCrops(pairs, factor, args.patch, SEED)
    return CropSource(pairs, factor, args.patch, SEED)


def enlarging_data(args, photos, factor):
    train_pairs, held_out = load_pairs(photos, factor)
    if args.net not in WORSENED:
        return crops_of(args, train_pairs, factor), held_out
    train_pairs += [pair_of_luma(luma, factor) for luma in rendered_pictures(DRAWN, SEED)]
    return CropSource(train_pairs, factor, args.patch, SEED, worsen=True), worsened_pairs(held_out, factor)


def batches(run, crops, size):
    """Endless; (None, None) where the recorded step draws its own."""
    if isinstance(crops, ResidentCrops):
        run.graphed.draw = lambda: crops.batch(size)
        return repeat((None, None))
    drawn = crops_by_workers(crops, size, run.args.workers, run.step) if run.args.workers else iter(lambda: crops.batch(size), None)
    return ([torch.as_tensor(a).to(run.device, non_blocking=True) for a in batch] for batch in drawn)


def work(run, crops, batch, measure, log, data_hash):
    run.resume(crops)
    drawn = batches(run, crops, batch)
    losses, last_save, clock, cpu = [], time.monotonic(), time.monotonic(), time.process_time()
    while True:
        low, high = next(drawn)
        losses.append(run.learn(low, high))
        now, now_cpu = time.monotonic(), time.process_time()
        run.used_s, run.cpu_s, clock, cpu = run.used_s + now - clock, run.cpu_s + now_cpu - cpu, now, now_cpu
        ended = run.cpu_s >= run.args.budget_s or run.used_s >= run.args.wall_s
        if not ended and now - last_save < SAVE_EVERY_S:
            continue
        last_save = now
        gain = measure(run.average)
        entry = {"step": run.step, "usedS": round(run.used_s), "cpuS": round(run.cpu_s)}
        entry |= {"loss": round(float(np.mean([float(loss) for loss in losses])), 6), "heldOutGainDb": round(gain, 3)}
        log.write(json.dumps(entry) + "\n")
        log.flush()
        losses = []
        facts = {"net": run.args.net, "steps": run.step, "cpuSeconds": round(run.cpu_s), "dataSha256": data_hash}
        run.save(crops, facts | {"heldOutGainDb": round(gain, 3)})
        if ended:
            return gain


def main():
    args = arguments()
    if not args.planes and not (args.photos / "SOURCES.md").exists():
        print("no training photographs here (../shared/data/train): nothing to do")
        return 0
    if args.smoke:
        # Never on top of an earlier run.
        args.budget_s, args.run = SMOKE["budget_s"], Path(tempfile.mkdtemp())
    gain = train(args)
    print(f"{args.net}: {gain:+.2f} dB gained on held-out photographs")
    return 1 if args.smoke and gain < SMOKE["gain_db"] else 0


if __name__ == "__main__":
    sys.exit(main())
