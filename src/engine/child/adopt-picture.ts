// A provider's answer to a picture of ours → our result. It is decoded to its end, so a cut or broken file fails here and not before the
// consumer's eyes. What was removed before sending is put back: transparency, the wide-gamut profile, and what a result keeps.
import { readFile } from 'node:fs/promises'
import type { AdoptOutcome, AdoptRequest } from '../engine-types.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { samplesOf } from '../picture/encode-png.ts'
import { keptMetadataOf } from '../picture/kept/kept-metadata.ts'
import { readFacts } from '../picture/read-facts.ts'
import { writeResult } from '../picture/write-result.ts'
import { resampleAlpha } from '../resample/resample-alpha.ts'

export async function adoptPicture(request: AdoptRequest): Promise<AdoptOutcome> {
  const { colour, metadata } = await decodePicture(await readFile(request.answerPath))
  const source = await readSource(request.sourcePath)
  const { width, height } = colour
  const samples = samplesOf(colour, source.alpha && resampleAlpha(source.alpha, { width, height }))
  const { profile } = keptMetadataOf(metadata, {})
  const keptMetadata = keptMetadataOf(source.metadata, request)
  const viewMimeType = await writeResult(samples, profile ? { ...keptMetadata, profile } : keptMetadata, request)
  return { width, height, inputHeight: source.height, viewMimeType, kept: keptMetadata.facts }
}

async function readSource(path: string) {
  const bytes = await readFile(path)
  const { facts, metadata } = await readFacts(bytes)
  const { alpha, height } = facts.hasAlpha ? await readAlpha(bytes) : { alpha: undefined, height: facts.height }
  return { alpha, height, metadata }
}

/** The source's colours are freed: the answer has its own. */
async function readAlpha(bytes: Buffer) {
  const { alpha, colour } = await decodePicture(bytes)
  return { alpha, height: colour.height }
}
