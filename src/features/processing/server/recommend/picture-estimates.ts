// What the engine measures in an uploaded picture, for the tool that would help it: asked for by the page that holds the
// picture, measured once in a child process, kept in memory. It costs nothing, nobody waits for it, and where it fails nothing is said.
import { join } from 'node:path'
import type { EngineLane, PictureEstimates } from '#engine/engine-types.ts'
import { BoundedMap } from '#platform/server/bounded-map.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { storageUntil } from '#platform/server/storage/storage-until.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { trialPicture } from '../patches/patch-source.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { findOwnUpload } from '../uploads/upload.store.ts'

type EstimateParts = Pick<ProcessingParts, 'database' | 'storage' | 'engine' | 'tempRoot' | 'log'>

/** From the question to the answer, the turn included: later nobody looks for a recommendation any more. */
const TIMEOUT_MS = 60_000
/** More pictures than this at once are not measured: the line would be longer than the time. Visitors do not take the places of people with an account. */
const PENDING_MAX = { all: 8, ofGuests: 2 }
/** About half a kilobyte each. */
const CACHED_ESTIMATES = 2000

/** Throws ServiceError for a picture that is not the caller's; null where nothing could be measured. */
export function createPictureEstimates(parts: EstimateParts, timeoutMs: number = TIMEOUT_MS) {
  const cache = new BoundedMap<string, PictureEstimates>(CACHED_ESTIMATES)
  const pending = new Map<string, { readonly lane: EngineLane; readonly measuring: Promise<PictureEstimates | null> }>()
  const hasPlace = ({ isGuest }: EngineLane): boolean => {
    const guests = [...pending.values()].filter(({ lane }) => lane.isGuest).length
    return pending.size < PENDING_MAX.all && !(isGuest && guests >= PENDING_MAX.ofGuests)
  }
  const measureOnce = (id: string, key: string, lane: EngineLane): Promise<PictureEstimates | null> => {
    const running = pending.get(id)
    if (running) return running.measuring
    if (!hasPlace(lane)) return Promise.resolve(null)
    const measuring = measure(parts, key, lane, timeoutMs)
      .then((estimates) => {
        cache.set(id, estimates)
        return estimates
      })
      .catch((error: unknown) => {
        parts.log.warn({ err: error, uploadId: id }, 'picture not measured')
        return null
      })
      .finally(() => pending.delete(id))
    pending.set(id, { lane, measuring })
    return measuring
  }
  return async (context: RequestContext, id: string): Promise<PictureEstimates | null> => {
    const key = await keyOf(parts, context, id)
    const { userId, clientAddress } = context
    const lane = { owner: userId ?? networkOf(clientAddress), isGuest: userId === null }
    return cache.get(id) ?? measureOnce(id, key, lane)
  }
}

/** Where an own picture lies, or a visitor's of the trial. */
async function keyOf(parts: EstimateParts, context: RequestContext, id: string): Promise<string> {
  const { userId } = context
  if (userId === null) return (await trialPicture(parts, context, id)).storageKey
  const row = await findOwnUpload(parts.database, userId, id)
  if (!row || row.filesRemovedAt) throw new ServiceError('upload-missing')
  return row.ossUrl
}

const measure = ({ storage, engine, tempRoot }: EstimateParts, key: string, lane: EngineLane, timeoutMs: number) =>
  withTempFolder(tempRoot, 'measure', async (folder) => {
    const sourcePath = join(folder, 'source')
    const signal = AbortSignal.timeout(timeoutMs)
    await storageUntil(storage, { signal }).fetchToFile(key, sourcePath)
    return engine.measure({ sourcePath }, { signal, lane })
  })
