// A pack of a few channels as its author would hand it over: the two ncnn files with numbers by seed and the manifest beside them. Tests
// take it because the real nets are too slow and may not be installed.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashNoise } from '../enhance/hash-noise.ts'
import type { Architecture } from '../packs/ncnn-layers.ts'

const SEED = 19
const MAGIC = 7767517
const HALF_TAG = 0x01306b47

interface Files {
  readonly param: string
  readonly bin: Buffer
}

/** Numbers of a convolution: tag, weights as halves, bias as floats. */
function convolutionBytes(count: number, channels: number, layer: number): Buffer {
  const tag = Buffer.alloc(4)
  tag.writeUInt32LE(HALF_TAG)
  const weights = Buffer.alloc(2 * count + ((2 * count) % 4))
  // Halves of ±2^-4 to ±2^-3: exact in every format.
  for (let i = 0; i < count; i++) {
    const noise = hashNoise(SEED, i, layer, 0)
    weights.writeUInt16LE((noise < 0 ? 0x8000 : 0) | 0x2c00 | Math.floor(Math.abs(noise) * 0x3ff), 2 * i)
  }
  return Buffer.concat([tag, weights, floats(channels, (i) => 0.05 * hashNoise(SEED, i, layer, 1))])
}

const floats = (count: number, at: (i: number) => number): Buffer =>
  Buffer.from(Float32Array.from({ length: count }, (_, i) => at(i)).buffer)

/** Two layers, then four times as many pixels, plus the picture itself. Some slopes are above 1. */
function compactFiles(): Files {
  const convolution = (name: string, from: string, channels: [number, number], to: string) =>
    `Convolution ${name} 1 1 ${from} ${to} 0=${channels[1]} 1=3 4=1 5=1 6=${9 * channels[0] * channels[1]}`
  const lines = [
    'Input in 0 1 data',
    'Split split 1 2 data data_a data_b',
    convolution('c0', 'data_a', [3, 6], 'x0'),
    'PReLU p0 1 1 x0 y0 0=6',
    convolution('c1', 'y0', [6, 6], 'x1'),
    'PReLU p1 1 1 x1 y1 0=6',
    convolution('c2', 'y1', [6, 48], 'x2'),
    'PixelShuffle s 1 1 x2 z 0=4',
    'Interp i 1 1 data_b plain 0=1 1=4.0 2=4.0',
    'BinaryOp add 2 1 z plain out',
  ]
  const slopes = (layer: number) => floats(6, (i) => 1.6 * hashNoise(SEED, i, layer, 2))
  const bin = [
    convolutionBytes(162, 6, 0),
    slopes(0),
    convolutionBytes(324, 6, 1),
    slopes(1),
    convolutionBytes(2592, 48, 2),
  ]
  return { param: `${MAGIC}\n${lines.length} 11\n${lines.join('\n')}\n`, bin: Buffer.concat(bin) }
}

/** One dense joint: a leaky layer, both together, and a fifth of the answer added; twice nearest. */
function denseFiles(): Files {
  const leaky = '9=2 -23310=1,2.000000e-01'
  const lines = [
    'Input in 0 1 data',
    'Convolution c0 1 1 data a 0=4 1=3 4=1 5=1 6=108',
    'Split split 1 3 a a0 a1 a2',
    `Convolution c1 1 1 a0 b 0=3 1=3 4=1 5=1 6=108 ${leaky}`,
    'Concat cat 2 1 a1 b ab',
    'Convolution c2 1 1 ab c 0=4 1=3 4=1 5=1 6=252',
    'Eltwise e 2 1 c a2 d 0=1 -23301=2,2.000000e-01,1.000000e+00',
    'Interp i0 1 1 d u 0=1 1=2.0 2=2.0',
    'Interp i1 1 1 u v 0=1 1=2.0 2=2.0',
    'Convolution c3 1 1 v out 0=3 1=3 4=1 5=1 6=108',
  ]
  const bin = [
    convolutionBytes(108, 4, 0),
    convolutionBytes(108, 3, 1),
    convolutionBytes(252, 4, 2),
    convolutionBytes(108, 3, 3),
  ]
  return { param: `${MAGIC}\n${lines.length} 12\n${lines.join('\n')}\n`, bin: Buffer.concat(bin) }
}

export const packFiles = (architecture: Architecture): Files =>
  architecture === 'rrdb' ? denseFiles() : compactFiles()

const stated = (name: string, bytes: Buffer) => ({
  path: name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export function tinyManifest(id: string, { param, bin }: Files, architecture: Architecture) {
  return {
    schema: 1,
    id,
    version: '1.0',
    title: { zh: '小网', en: 'A tiny net' },
    files: { param: stated('tiny.param', Buffer.from(param)), bin: stated('tiny.bin', bin) },
    origin: { project: 'Tests', author: 'Nobody', licence: 'CC0-1.0', address: 'https://example.org/' },
    net: { format: 'ncnn', architecture, factor: 4, colours: 'rgb' },
    tiles: { tilePx: 48, overlapPx: 4 },
    cost: { cpuSecondsPerMp: 1 },
    tools: ['enhance/generative/redefine', 'enhance/generative/recovery'],
  }
}

/** A folder with manifest and files; `change` alters the manifest before it is written. */
export function writeTinyPack(
  parent: string,
  id: string,
  change: (manifest: ReturnType<typeof tinyManifest>) => object = (manifest) => manifest,
  architecture: Architecture = 'srvgg-compact',
): string {
  const folder = path.join(parent, id)
  const files = packFiles(architecture)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'tiny.param'), files.param)
  writeFileSync(path.join(folder, 'tiny.bin'), files.bin)
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(change(tinyManifest(id, files, architecture))))
  return folder
}
