// Which spots of a picture were looked at with a model, and whether another one may be (decision 0263). The rows live as long as a picture at most, among the
// day's counters, whose nightly round removes them.
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { PictureSpot } from '#engine/engine-types.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { PATCHES_SHARE, patchShare } from '#rulebook/runs/patch-spots.ts'
import { PATCH_SIDE_PX } from '#rulebook/runs/patches.ts'
import { FILE_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import { userQuotas } from '../tables.ts'

interface Size {
  readonly width: number
  readonly height: number
}
interface Look {
  readonly storageKey: string
  readonly modelKey: string
  /** Size of the whole result. */
  readonly result: Size
}

export interface TakenSpot {
  /** What is looked at: the chosen spot; where none was chosen and no new one may be shown, one that was. Undefined: the engine finds one. */
  readonly spot: PictureSpot | undefined
  /** Nothing was shown. */
  release(): Promise<void>
  /** Where a look without a choice was: that spot may be chosen, too. */
  found(spot: PictureSpot): Promise<void>
}

const PARTS = 1_000_000
/** Rounding of three looks that are a third together. */
const SLACK = 10

/** Throws `patch-spots`. One of a picture at a time, so that two at once never both get the last spot. */
export async function takeSpot(database: Database, look: Look, spot: PictureSpot | undefined): Promise<TakenSpot> {
  const subject = `look:${createHash('sha256').update(look.storageKey).digest('base64url')}`
  const kindOf = (at: PictureSpot | undefined) => `${look.modelKey} ${placeIn(look.result, at)}`
  const kind = kindOf(spot)
  const share = Math.round(patchShare(look.result) * PARTS)
  const insert = (which: string, used: number) => ({
    subject,
    kind: which,
    used,
    day: sql`current_date + ${FILE_RETENTION_DAYS}::int` as never,
  })
  const { isNew, shown } = await database.orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${subject}))`)
    const ofModel = and(eq(userQuotas.subject, subject), sql`starts_with(${userQuotas.kind}, ${`${look.modelKey} `})`)
    const known = await tx.select({ kind: userQuotas.kind, used: userQuotas.used }).from(userQuotas).where(ofModel)
    if (known.some((one) => one.kind === kind)) return { isNew: false, shown: spot }
    const used = known.reduce((sum, one) => sum + one.used, 0)
    if (used > 0 && used + share > PATCHES_SHARE * PARTS + SLACK) {
      const before = spot ? undefined : known.map((one) => spotIn(look.result, one.kind)).find(Boolean)
      if (!before) throw new ServiceError('patch-spots')
      return { isNew: false, shown: before }
    }
    await tx.insert(userQuotas).values(insert(kind, share))
    return { isNew: true, shown: spot }
  })
  return {
    spot: shown,
    release: async () => {
      if (!isNew) return
      await database.orm.delete(userQuotas).where(and(eq(userQuotas.subject, subject), eq(userQuotas.kind, kind)))
    },
    found: async (at) => {
      // TRAP: whoever took the spot first may have released it meanwhile, and this look was shown all the same.
      const all = [insert(kindOf(shown), share), ...(shown ? [] : [insert(kindOf(at), 0)])]
      await database.orm.insert(userQuotas).values(all).onConflictDoNothing()
    },
  }
}

/** The same part of the same result has the same name, however near to an edge it was chosen. */
function placeIn({ width, height }: Size, spot: PictureSpot | undefined): string {
  const size = `${width}x${height}`
  if (!spot) return size
  const start = (middle: number, length: number) =>
    Math.max(0, Math.min(length - PATCH_SIDE_PX, Math.round(middle * length - PATCH_SIDE_PX / 2)))
  return `${size} ${start(spot.x, width)},${start(spot.y, height)}`
}

/** The middle of a spot by the name of what is kept of it; undefined for another size, and for a look without a choice. */
function spotIn({ width, height }: Size, kind: string): PictureSpot | undefined {
  const [, size, start] = kind.split(' ')
  if (size !== `${width}x${height}` || !start) return undefined
  const [left, top] = start.split(',').map(Number) as [number, number]
  const middle = (from: number, length: number) => Math.min(1, (from + Math.min(PATCH_SIDE_PX, length) / 2) / length)
  return { x: middle(left, width), y: middle(top, height) }
}
