// Every tool works without weights: whatever is wrong with a net, the classical steps do the work and the report says why.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type NetNames, openNets } from '../nets/open-net.ts'
import { readWeights } from '../nets/read-weights.ts'
import { calmAnalysis } from '../testing/run-plan.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { chooseTier } from './choose-tier.ts'

const shipped = readFileSync(new URL('../../../models/sr2.weights', import.meta.url))
const bodyAt = 8 + shipped.readUInt32LE(4)
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A models folder with this weight file, or with none. */
function modelsWith(file?: Buffer, name = 'sr2'): URL {
  const folder = mkdtempSync(path.join(tmpdir(), 'engine-nets-'))
  folders.push(folder)
  if (file) writeFileSync(path.join(folder, `${name}.weights`), file)
  return pathToFileURL(folder + path.sep)
}

/** The shipped file with every sixteenth weight of its first half turned around. */
function turned(): Buffer {
  const file = Buffer.from(shipped)
  for (let at = bodyAt + 1; at < (bodyAt + file.length) / 2; at += 32) file[at]! ^= 0x80
  return file
}

/** As if the processor multiplied wrongly: the file is whole, the answer to the pattern is not the trained one. */
function turnedAndSigned(): Buffer {
  const file = turned()
  const hash = createHash('sha256').update(file.subarray(bodyAt)).digest('hex')
  const header = file.toString('utf8', 8, bodyAt).replace(/"bodySha256":"\w+"/, `"bodySha256":"${hash}"`)
  file.write(header, 8)
  return file
}

const source = syntheticRaster(64, 48)
const inputFor = (modelKey: string) => ({
  modelKey,
  // Twofold, where the model enlarges at all.
  params: modelKey.startsWith('enhance/') ? { output_height: 96 } : {},
  picture: { width: 64, height: 48 },
  analysis: calmAnalysis(source),
  autoSeed: 7,
})

describe('which tier a run gets', () => {
  it('is the net where it loads', async () => {
    const choice = await chooseTier(inputFor('enhance/standard/standard-v2'), 1)
    expect(choice.input.tier).toBe('net')
    expect(choice.nets.enlarge?.factor).toBe(2)
    expect(choice.fallbackReason).toBeUndefined()
  })

  it.each([
    ['there are no weights', () => modelsWith(), /ENOENT/],
    ['the file is damaged', () => modelsWith(turned()), /damaged/],
    ['the file is cut', () => modelsWith(shipped.subarray(0, shipped.length - 9)), /damaged/],
    ['it is another file', () => modelsWith(Buffer.from('not weights at all')), /not a weight file/],
    ['the processor computes wrongly', () => modelsWith(turnedAndSigned()), /computes wrongly/],
  ])('is the classical one where %s, with the reason', async (_case, folder, reason) => {
    const open = (names: NetNames, threads: number) => openNets(names, threads, folder())
    const choice = await chooseTier(inputFor('enhance/standard/standard-v2'), 1, open)
    expect(choice.input.tier).toBe('classical')
    expect(choice.nets).toEqual({})
    expect(choice.fallbackReason).toMatch(reason)
    expect(choice.plan.passes.every((pass) => pass.kind !== 'enlarge' || !pass.settings.net)).toBe(true)
  })

  it.each([
    ['there are no weights', () => modelsWith(), /ENOENT/],
    ['the file is of another kind', () => modelsWith(shipped, 'refine-noise'), /another kind/],
  ])('is the classical one for denoising too where %s', async (_case, folder, reason) => {
    const open = (names: NetNames, threads: number) => openNets(names, threads, folder())
    const noise = { lumaNoiseByScale: [9, 4, 2], chromaNoiseByScale: [9, 4, 2] } as const
    const input = { ...inputFor('denoise/normal'), analysis: calmAnalysis(source, noise) }
    expect((await chooseTier(input, 1)).nets.refine?.['refine-noise']).toBeDefined()
    const choice = await chooseTier(input, 1, open)
    expect(choice.input.tier).toBe('classical')
    expect(choice.fallbackReason).toMatch(reason)
    expect(choice.plan.passes.map(({ kind }) => kind)).toEqual(['operations'])
  })

  it.each([
    ['there is no noise to take away', inputFor('denoise/normal')],
    ['little is enlarged', { ...inputFor('enhance/standard/standard-v2'), picture: { width: 4600, height: 3600 } }],
  ])('is the classical one, without a reason, where %s', async (_case, input) => {
    const choice = await chooseTier(input, 1)
    expect(choice.input.tier).toBe('classical')
    expect(choice.fallbackReason).toBeUndefined()
  })
})

it('reads what the training wrote: all layers and the answer to the pattern', () => {
  const { factor, depth, tensors, referenceOutput } = readWeights(shipped)
  expect(factor).toBe(2)
  expect(tensors).toHaveLength(2 * (depth + 2))
  expect(tensors[0]!.shape.slice(1)).toEqual([1, 3, 3])
  expect(referenceOutput).toHaveLength(32 * 32)
  expect(Math.max(...referenceOutput) - Math.min(...referenceOutput)).toBeGreaterThan(0.5)
})
