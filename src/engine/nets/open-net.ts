// Loads the nets of a plan and verifies that this processor computes them correctly. The caller falls back to the classical steps
// when anything here fails: no weights, no runtime for this system, a wrong answer.
import { readFile } from 'node:fs/promises'
import { type BlendName, blendEndsOf, blendOf, blendWeights } from './blend-weights.ts'
import type { ColourNet } from './colour-net.ts'
import { createEnlargeNet, type EnlargeNet, type NetPlace } from './enlarge-net.ts'
import { createMaskNet, type MaskNet } from './mask-net.ts'
import { readMaskWeights, readRefineWeights, readWeights, type Weights } from './read-weights.ts'
import { createRefineNet, type RefineNet } from './refine-net.ts'

/** Weight files of models/. */
type FileName = 'sr2' | 'sr4' | 'sr4-wide' | 'sr2-low' | 'sr2-tex' | 'sr4-tex'
export type NetName = FileName | BlendName
export type RefineNetName = 'refine-jpeg' | 'refine-noise' | 'refine-blur'
export type MaskNetName = 'scratch'

/** Which nets a plan asks for. */
export interface NetNames {
  readonly enlarge?: NetName
  /** The enlarging net answers by self-ensemble (EnlargeSettings). */
  readonly selfEnsemble?: boolean
  readonly refine: readonly RefineNetName[]
  readonly mask?: MaskNetName
}

/** Empty in the classical tier. */
export interface Nets {
  readonly enlarge?: EnlargeNet
  /** Third-party; opened by src/engine/packs. */
  readonly pack?: ColourNet
  readonly refine?: Readonly<Partial<Record<RefineNetName, RefineNet>>>
  readonly mask?: MaskNet
}

const MODELS = new URL('../../../models/', import.meta.url)

export async function openNets(
  { enlarge, selfEnsemble, refine, mask }: NetNames,
  threads: number,
  folder: URL = MODELS,
): Promise<Nets> {
  // All at once: a rejection that nobody awaits yet would end the process.
  const [enlarging, refining, masking] = await Promise.all([
    enlarge && openNet(enlarge, threads, folder, { selfEnsemble }),
    Promise.all(refine.map(async (name) => [name, await openRefineNet(name, threads, folder)] as const)),
    mask && openMaskNet(mask, threads, folder),
  ])
  return { enlarge: enlarging, refine: Object.fromEntries(refining), mask: masking }
}

/** A net that enlarges. */
export async function openNet(
  name: NetName,
  threads: number,
  folder: URL = MODELS,
  place?: NetPlace,
): Promise<EnlargeNet> {
  return createEnlargeNet(await weightsOf(name, folder), threads, place)
}

async function weightsOf(name: NetName, folder: URL): Promise<Weights> {
  const blend = blendOf(name)
  if (!blend) return readWeights(await fileOf(name, folder))
  const files = [blend.base, ...blendEndsOf(blend.base)].map((file) => fileOf(file, folder))
  const [base, faithful, inventing] = (await Promise.all(files)).map(readWeights)
  return blendWeights({ base: base!, faithful: faithful!, inventing: inventing! }, blend.part)
}

export async function openRefineNet(name: RefineNetName, threads: number, folder: URL = MODELS): Promise<RefineNet> {
  return createRefineNet(readRefineWeights(await fileOf(name, folder)), threads)
}

export const openMaskNet = async (name: MaskNetName, threads: number, folder: URL = MODELS): Promise<MaskNet> =>
  createMaskNet(readMaskWeights(await fileOf(name, folder)), threads)

const fileOf = (name: string, folder: URL) => readFile(new URL(`${name}.weights`, folder))
