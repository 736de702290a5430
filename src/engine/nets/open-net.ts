// Loads the nets of a plan and proves that this processor computes them right. Whoever calls falls back to the classical steps
// when anything here fails: no weights, no runtime for this system, a wrong answer.
import { readFile } from 'node:fs/promises'
import { type BlendName, blendOf, blendWeights } from './blend-weights.ts'
import { createEnlargeNet, type EnlargeNet, type NetPlace } from './enlarge-net.ts'
import { createMarkNet, type MarkNet } from './mask-net.ts'
import { readMarkWeights, readSameSizeWeights, readWeights, type Weights } from './read-weights.ts'
import { createSameSizeNet, type SameSizeNet } from './refine-net.ts'

/** Weight files of models/. */
type FileName = 'sr2' | 'sr4' | 'sr2-low' | 'sr2-tex'
export type NetName = FileName | BlendName
export type SameSizeNetName = 'refine-jpeg' | 'refine-noise' | 'refine-blur'
export type MarkNetName = 'scratch'

/** Which nets a plan asks for. */
export interface NetNames {
  readonly enlarge?: NetName
  /** The enlarging net looks twice (EnlargeSettings). */
  readonly twice?: boolean
  readonly sameSize: readonly SameSizeNetName[]
  readonly mark?: MarkNetName
}

/** Empty in the classical tier. */
export interface Nets {
  readonly enlarge?: EnlargeNet
  readonly sameSize?: Readonly<Partial<Record<SameSizeNetName, SameSizeNet>>>
  readonly mark?: MarkNet
}

const MODELS = new URL('../../../models/', import.meta.url)

export async function openNets(
  { enlarge, twice, sameSize, mark }: NetNames,
  threads: number,
  folder: URL = MODELS,
): Promise<Nets> {
  // All at once: a rejection that nobody awaits yet would end the process.
  const [enlarging, refining, masking] = await Promise.all([
    enlarge && openNet(enlarge, threads, folder, { twice }),
    Promise.all(sameSize.map(async (name) => [name, await openSameSizeNet(name, threads, folder)] as const)),
    mark && openMarkNet(mark, threads, folder),
  ])
  return { enlarge: enlarging, sameSize: Object.fromEntries(refining), mark: masking }
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
  const files = [blend.base, 'sr2', 'sr2-tex'].map((file) => fileOf(file, folder))
  const [base, faithful, inventing] = (await Promise.all(files)).map(readWeights)
  return blendWeights({ base: base!, faithful: faithful!, inventing: inventing! }, blend.part)
}

export async function openSameSizeNet(
  name: SameSizeNetName,
  threads: number,
  folder: URL = MODELS,
): Promise<SameSizeNet> {
  return createSameSizeNet(readSameSizeWeights(await fileOf(name, folder)), threads)
}

export const openMarkNet = async (name: MarkNetName, threads: number, folder: URL = MODELS): Promise<MarkNet> =>
  createMarkNet(readMarkWeights(await fileOf(name, folder)), threads)

const fileOf = (name: string, folder: URL) => readFile(new URL(`${name}.weights`, folder))
