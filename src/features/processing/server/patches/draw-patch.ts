// A free look at one spot of what a run would give (decision 0099): the start's guards but those of money, then the run's own tiles of that
// spot. It lies beside the picture's tiles and goes with them; nothing of it appears in the history.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { EngineError } from '#engine/engine-error.ts'
import type { PictureSpot } from '#engine/engine-types.ts'
import { createPlaces } from '#platform/server/http/places.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { ListedObject } from '#platform/server/storage/object-storage.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { isMarkVisible } from '#rulebook/runs/ai-label.ts'
import { PATCH_SIDE_PX, PATCHES_KEPT, WAITING_PATCHES } from '#rulebook/runs/patches.ts'
import { planOutput } from '#rulebook/runs/vendor-costs.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { Patch, PatchRequest } from '../../contract.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import type { Provider } from '../provider/provider.ts'
import { patchesFolder } from '../storage-keys.ts'
import { type PatchSource, sourceOfMember, sourceOfVisitor } from './patch-source.ts'
import { takeSpot } from './spot-budget.ts'

const PNG = 'image/png'
/** An owner is a person, or the network of visitors. */
const EACH = { perPerson: WAITING_PATCHES.ofOne, perNetwork: WAITING_PATCHES.ofOne }

/** Throws ServiceError with a start guard's code, or one of the patches' own. */
export function createPatches(parts: ProcessingParts) {
  const places = {
    member: createPlaces({ ...EACH, all: WAITING_PATCHES.ofMembers }),
    guest: createPlaces({ ...EACH, all: WAITING_PATCHES.ofGuests }),
  }
  return async (context: RequestContext, request: PatchRequest, signal?: AbortSignal): Promise<Patch> => {
    const source = context.userId
      ? await sourceOfMember(parts, context.userId, request)
      : await sourceOfVisitor(parts, context, request)
    const provider = parts.providers.of(request.modelKey)
    if (!provider.drawPatch) throw new ServiceError('patch-unavailable')
    const { owner, isGuest } = source.lane
    const leave = places[isGuest ? 'guest' : 'member'].take({ person: owner, network: owner })
    if (!leave) throw new ServiceError('patch-busy')
    try {
      return await drawWithin(parts, provider.drawPatch, source, request, signal)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      // Nobody waits for a look any more whose page was left: no fault of the service.
      if (error.code !== 'cancelled') parts.log.warn({ err: error, modelKey: request.modelKey }, 'no patch')
      throw new ServiceError('patch-failed')
    } finally {
      leave()
    }
  }
}

/** Within what may be shown of the picture; a look that showed nothing takes nothing of it. */
async function drawWithin(
  parts: ProcessingParts,
  drawPatch: NonNullable<Provider['drawPatch']>,
  source: PatchSource,
  request: PatchRequest,
  signal?: AbortSignal,
): Promise<Patch> {
  const { storageKey, params, size } = source
  const { modelKey, spot } = request
  const plan = planOutput(modelByKey(modelKey)!, params, size)
  const result = 'size' in plan ? plan.size : size
  const taken = await takeSpot(parts.database, { storageKey, modelKey, result }, spot)
  try {
    const patch = await draw(parts, drawPatch, source, { ...request, spot: taken.spot }, signal)
    await taken.found(patch.spot)
    return patch
  } catch (error) {
    await taken.release()
    throw error
  }
}

const draw = (
  { storage, tempRoot, settings, log }: ProcessingParts,
  drawPatch: NonNullable<Provider['drawPatch']>,
  { storageKey, params, lane, isKept }: PatchSource,
  { modelKey, spot }: PatchRequest,
  signal?: AbortSignal,
): Promise<Patch> =>
  withTempFolder(tempRoot, 'patch', async (temporary) => {
    const [sourcePath, targetPath] = [join(temporary, 'source'), join(temporary, 'patch.png')]
    await storage.fetchToFile(storageKey, sourcePath)
    const name = nameOf(modelKey, params, spot)
    const { producer, visibleMark } = settings.aiLabel
    const label = { producer, produceId: name, isVisible: isMarkVisible(visibleMark, modelKey) }
    const request = { sourcePath, targetPath, modelKey, params, sidePx: PATCH_SIDE_PX, spot, label }
    const drawn = await drawPatch(request, { signal, lane })
    const folder = patchesFolder(storageKey)
    const key = `${folder}/${name}.png`
    await storage.putFile(key, targetPath, PNG)
    await removeOlder(storage, folder).catch((error: unknown) => log.warn({ err: error }, 'older looks stay'))
    if (!(await isKept())) {
      // Removed meanwhile: nothing would remove this later.
      await storage.remove(key)
      throw new ServiceError('upload-expired')
    }
    return { ...drawn, address: await storage.signedAddress(key, { expiresInMs: ADDRESS_LIFETIME_MS }) }
  })

/** Spots are real numbers: of one picture there could be any number of looks, each of up to 1.5 MB. */
async function removeOlder(storage: ProcessingParts['storage'], folder: string): Promise<void> {
  const looks: ListedObject[] = []
  for await (const look of storage.list(folder)) looks.push(look)
  const newestFirst = looks.sort((a, b) => b.storedAt.getTime() - a.storedAt.getTime())
  for (const { key } of newestFirst.slice(PATCHES_KEPT)) await storage.remove(key)
}

/** The same look overwrites itself. */
const nameOf = (modelKey: string, params: ParameterValues, spot: PictureSpot | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([modelKey, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)), spot]))
    .digest('base64url')
    .slice(0, 20)
