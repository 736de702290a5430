"""Trains `sr4-tex`: a net of sr4-wide's shape that draws what Real-ESRGAN's large net draws, from damaged pictures, for a hundredth of its work.
No judge takes part: what the teacher answers is a function of what it is given. The teacher shifts tones and invents shapes, so its coarse part is
the photograph's own and a share of the distance is to the photograph. Wants a GPU.

    python3 training/student.py --run /tmp/sr4-tex --start-from /tmp/sr4-wide/checkpoint.pt --teacher realesrgan-x4plus.bin --wall-s 300
"""

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from container import take_over
from damage_on_gpu import damaged
from nets import EnlargeNet
from pairs import FULL, luma16, read_picture
from photos import each_photo, find_photos, manifest_hash, manifest_lines
from rendered import rendered_pictures
from resident import GraphedStep, ResidentPlanes, adam, descend, detail_of, drawn_by, halves, random_corners, set_rate, share_of, turned
from teacher import Teacher
from train import AVERAGE, LAST_RATE, NETS, PHOTOS, SEED, WARM_UP_STEPS

FACTOR = 4
# Source pixels of a piece; the outer ones see padding and are left out of the loss.
PATCH, UNSEEN = 64, 10
# Pieces that the teacher answers at once, steps that the student takes meanwhile, and pieces of a step.
ASKED, STEPS, BATCH = 48, 6, 64
KEPT = 24_000
DRAWN = 40
TOP_RATE = 7e-4
# How much of the distance is to the teacher's answer; the rest to the photograph.
TAUGHT = 0.8
# What is coarser than this many pixels of the result is the photograph's own.
COARSE_PX = 6
SAVE_EVERY_S = 60


def coarse(picture):
    reach = 3 * COARSE_PX
    taps = torch.exp(-0.5 * (torch.arange(-reach, reach + 1, device=picture.device) / COARSE_PX) ** 2)
    taps = (taps / taps.sum()).view(1, 1, 1, -1)
    across = F.conv2d(F.pad(picture, (reach, reach, 0, 0), mode="replicate"), taps)
    return F.conv2d(F.pad(across, (0, 0, reach, reach), mode="replicate"), taps.transpose(2, 3))


class Lessons:
    """Pieces with the teacher's answers, the newest in the place of the oldest, as half floats."""

    def __init__(self, planes, teacher, device):
        self.planes, self.teacher, self.device = planes, teacher, device
        self.share = share_of(planes)
        self.random = random.Random(SEED)
        large = PATCH * FACTOR
        self.stores = [torch.zeros(KEPT, 1, side, side, dtype=torch.half, device=device) for side in (PATCH, large, large)]
        self.at, self.filled = 0, torch.zeros(1, device=device)

    def photographs(self, count):
        side = PATCH * FACTOR
        which = drawn_by(self.share, 2 * count)
        crops = self.planes.cut(which, *random_corners(self.planes.sizes[which], side), side)
        return crops[detail_of(crops).view(count, 2).argmax(1) + 2 * torch.arange(count, device=self.device)]

    @torch.no_grad()
    def learn_more(self):
        truth = self.photographs(ASKED)
        low = damaged(truth, PATCH, self.random)
        answer = self.teacher(low.to(self.teacher.layers[0].weight.dtype).contiguous(memory_format=torch.channels_last)).float()
        taught = (answer + coarse(truth - answer)).clamp(0, 1)
        for store, values in zip(self.stores, (low, taught, truth)):
            store[self.at : self.at + ASKED] = values.half()
        self.at = (self.at + ASKED) % KEPT
        self.filled.clamp_(min=self.at or KEPT)

    def batch(self, size):
        picked = (torch.rand(size, device=self.device) * self.filled).long().clamp(max=KEPT - 1)
        low, taught, truth = turned(*(store[picked].float() for store in self.stores))
        return low, torch.cat([taught, truth], 1)


class Student:
    def __init__(self, args, lessons):
        self.args, device = args, lessons.device
        self.net, self.average = (EnlargeNet(**NETS["sr4-wide"]).to(device, memory_format=torch.channels_last) for _ in range(2))
        take_over(self.net, args.start_from, device)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = adam(self.net, TOP_RATE, device)
        self.graphed = GraphedStep(self.change, lambda: lessons.batch(BATCH))
        self.step = 0

    def learn(self, progress):
        rate = LAST_RATE + (TOP_RATE - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1, progress)))
        set_rate(self.optimiser, rate * min(1, (self.step + 1) / WARM_UP_STEPS))
        self.step += 1
        return self.graphed(None, None, min(AVERAGE, self.step / (self.step + 10)))

    def change(self, low, high, keep):
        cut = UNSEEN * FACTOR
        inner = (..., slice(cut, -cut), slice(cut, -cut))
        with halves(low.device):
            answer = self.net(low)[inner]
        taught, truth = high[:, :1][inner], high[:, 1:][inner]
        loss = TAUGHT * F.l1_loss(answer, taught) + (1 - TAUGHT) * F.l1_loss(answer, truth)
        return descend(self.net, self.average, self.optimiser, loss, keep)

    def save(self, facts):
        state = {"net": self.net.state_dict(), "average": self.average.state_dict(), "size": self.net.size, "facts": facts}
        path = self.args.run / "checkpoint.pt"
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").rename(path)


def luma_at(photo):
    """At half and at a third of its size."""
    return [luma16(read_picture(photo, shrunk)) for shrunk in (2, 3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--start-from", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--wall-s", type=float, required=True)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(SEED)
    torch.backends.cudnn.benchmark = True
    args.run.mkdir(parents=True, exist_ok=True)
    photos = find_photos(args.photos)
    (args.run / "manifest.txt").write_text("\n".join(manifest_lines(photos)) + "\n")
    planes = [plane for own in each_photo(luma_at, [p for p in photos if not p.held_out]) for plane in own]
    planes += [np.rint(luma * (FULL / 255)).astype(np.uint16) for luma in rendered_pictures(DRAWN, SEED)]
    planes = ResidentPlanes([p for p in planes if min(p.shape) > PATCH * FACTOR], device)
    teacher = Teacher(args.teacher).to(device).to(torch.bfloat16 if device.type == "cuda" else torch.float32)
    teacher = teacher.to(memory_format=torch.channels_last).eval()
    lessons = Lessons(planes, teacher, device)
    student = Student(args, lessons)
    log, started, saved, losses = (args.run / "log.jsonl").open("a"), time.monotonic(), time.monotonic(), []
    asked = 0
    while True:
        lessons.learn_more()
        asked += ASKED
        used_s = time.monotonic() - started
        losses += [student.learn(used_s / args.wall_s) for _ in range(STEPS)]
        ended = used_s >= args.wall_s
        if not ended and time.monotonic() - saved < SAVE_EVERY_S:
            continue
        saved, loss = time.monotonic(), float(np.mean([float(one) for one in losses]))
        print(json.dumps({"step": student.step, "answers": asked, "usedS": round(used_s), "loss": round(loss, 6)}), file=log, flush=True)
        losses = []
        student.save({"net": "sr4-tex", "steps": student.step, "answers": asked, "dataSha256": manifest_hash(photos)})
        if ended:
            return


if __name__ == "__main__":
    main()
