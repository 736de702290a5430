// The manifest of a pack: a third-party net, its origin, its licence, and how it is to be used. The schema is closed: an
// unknown field refuses the pack, because it may mean something that we would not do.
import { z } from 'zod'
import { ARCHITECTURES, type Architecture } from './ncnn-layers.ts'

const MOST_FILE_BYTES = 64 * 2 ** 20
const name = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)
/** Below the pack's folder, or below the package that carries it. */
const path = z
  .string()
  .max(200)
  .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'is no path inside the pack')
const text = z.string().min(1).max(2000)
const file = z.strictObject({
  path,
  bytes: z.number().int().min(1).max(MOST_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const manifest = z.strictObject({
  schema: z.literal(1),
  id: name,
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  title: z.strictObject({ zh: text, en: text }),
  files: z.strictObject({ param: file, bin: file }),
  /** The package of the registry in which the files lie; absent: beside the manifest. */
  carrier: z.strictObject({ package: name, version: text, licence: text }).optional(),
  origin: z.strictObject({
    project: text,
    author: text,
    licence: text,
    /** Where people read about it; never asked by the program. */
    address: z.url({ protocol: /^https$/ }),
    notes: text.optional(),
  }),
  net: z.strictObject({
    format: z.literal('ncnn'),
    architecture: z.enum(Object.keys(ARCHITECTURES) as [Architecture, ...Architecture[]]),
    factor: z.number().int().min(2).max(4),
    colours: z.literal('rgb'),
  }),
  tiles: z.strictObject({
    /** Side of an input tile, surroundings included. */
    tilePx: z.number().int().min(32).max(512),
    overlapPx: z.number().int().min(0).max(128),
  }),
  /** For a megapixel of input. */
  cost: z.strictObject({ cpuSecondsPerMp: z.number().positive().max(10_000) }),
  /** Keys of the models that may use it. */
  tools: z
    .array(z.string().regex(/^[a-z0-9/-]{1,80}$/))
    .min(1)
    .max(23),
  /** What the net must give for the check picture, bytes as base64; `npm run models -- add` fills it in. */
  check: z.base64().optional(),
})

export type Manifest = z.infer<typeof manifest>

/** As plans and reports name it. */
export const packName = ({ id, version }: Pick<Manifest, 'id' | 'version'>): string => `${id}@${version}`

export function readManifest(json: string): Manifest {
  const read = manifest.safeParse(JSON.parse(json))
  if (!read.success) throw new Error(`the manifest is refused: ${z.prettifyError(read.error)}`)
  const { tilePx, overlapPx } = read.data.tiles
  if (tilePx <= 2 * overlapPx) throw new Error('the manifest is refused: tiles are all overlap')
  return read.data
}
