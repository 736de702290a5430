// From a pack's files to a session that gave the stored answer. Every file is checked before it is read, and the hash is that of the very bytes
// that are then used.
import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  bytesOfAnswer,
  CHECK_SIDE_PX,
  type ColourNet,
  checkPicture,
  colourNet,
  verifyColourNet,
} from '../nets/colour-net.ts'
import { createSession } from '../nets/session.ts'
import type { FoundPack } from './find-packs.ts'
import { type Manifest, packName } from './manifest.ts'
import { packNet } from './ncnn-layers.ts'
import { packGraph } from './pack-graph.ts'
import { readBin, readParam } from './read-ncnn.ts'
import { turnChannels } from './turn-channels.ts'

/** Throws what is wrong with the pack, or that this processor computes it wrongly. */
export async function openPack(pack: FoundPack, threads: number): Promise<ColourNet> {
  const { check } = pack.manifest
  if (check === undefined) throw new Error('the pack has no answer to be checked against')
  const net = await openUnchecked(pack, threads)
  await verifyColourNet(net, Buffer.from(check, 'base64'))
  return net
}

/** The answer that a manifest keeps, as this processor gives it. */
export async function answerOf(pack: FoundPack): Promise<string> {
  const net = await openUnchecked(pack, 1)
  const answer = await net.run(checkPicture(), CHECK_SIDE_PX)
  if (!answer.every(Number.isFinite)) throw new Error('the pack gives no numbers')
  return Buffer.from(bytesOfAnswer(answer)).toString('base64')
}

async function openUnchecked({ manifest, folder }: FoundPack, threads: number): Promise<ColourNet> {
  const { files, net: stated, tiles } = manifest
  const param = await verifiedFile(folder, files.param)
  const bin = await verifiedFile(folder, files.bin)
  const net = packNet(readParam(param.toString('latin1')), readBin(bin), stated.architecture)
  if (net.factor !== stated.factor) throw new Error(`the net enlarges by ${net.factor}, not by ${stated.factor}`)
  const session = await createSession(packGraph(turnChannels(net)), threads)
  return colourNet({ name: packName(manifest), factor: net.factor, overlapPx: tiles.overlapPx }, session)
}

/** The bytes of a plain file of the stated size and hash. */
export async function verifiedFile(folder: string, stated: Manifest['files']['bin']): Promise<Buffer> {
  const place = path.join(folder, stated.path)
  const facts = await lstat(place)
  if (!facts.isFile()) throw new Error(`${stated.path} is no plain file`)
  if (facts.size !== stated.bytes) throw new Error(`${stated.path} has ${facts.size} bytes, not ${stated.bytes}`)
  const bytes = await readFile(place)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== stated.sha256) throw new Error(`${stated.path} has another SHA-256 than the manifest says`)
  return bytes
}
