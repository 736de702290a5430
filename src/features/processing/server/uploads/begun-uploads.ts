// What has come of pictures whose way broke off (decision 0249), on the disk of this process: another one, or this one after its restart, knows of
// nothing, and the picture comes whole. Whoever asks by a key that is not theirs finds nothing, too.
import { mkdir, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import { refusingWhenFull } from '#platform/server/storage/object-storage.ts'
import { BEGUN_UPLOADS } from '#rulebook/pictures/begun-upload.ts'
import type { BegunUpload, Upload } from '../../contract.ts'

export interface UploadKey {
  readonly userId: string
  readonly key: string
}
/** Where a body's file goes, behind what came before. */
export interface Receiver {
  readonly path: string
  readonly fromByte: number
}
export interface BegunReceiver extends Receiver {
  /** Called when all has come; whether it had before, and its answer was not awaited. */
  readonly noteWhole: () => boolean
}
interface Begun extends UploadKey {
  folder?: string
  bytes: number
  wasWhole: boolean
  /** Stored and recorded: the answer may have been lost. */
  upload?: Upload
  /** While a body comes. */
  coming: { readonly stop: AbortController; readonly ended: Promise<unknown> } | undefined
  forgetting?: NodeJS.Timeout
}
type Limits = { readonly [Name in keyof typeof BEGUN_UPLOADS]: number }

interface BegunUploadParts {
  readonly root: string
  readonly log: Log
  readonly isThere: IsThere
  readonly limits?: Limits
}
interface Store extends Required<BegunUploadParts> {
  readonly all: Map<string, Begun>
}
/** Whether the picture of an answer that may have been lost is still its owner's: it may have been removed meanwhile. */
type IsThere = (of: UploadKey, upload: Upload) => Promise<boolean>
type Use = (receiver: BegunReceiver, signal: AbortSignal) => Promise<Upload>

export type BegunUploads = ReturnType<typeof createBegunUploads>

export function createBegunUploads(parts: BegunUploadParts) {
  const store: Store = { limits: BEGUN_UPLOADS, ...parts, all: new Map() }
  return {
    /** Nothing has come by a key that nobody uses. */
    read: async (of: UploadKey): Promise<BegunUpload> => {
      const begun = await settle(store, of)
      return { bytes: begun?.bytes ?? 0, upload: begun?.upload ?? null }
    },
    /**
     * `use` takes the body's file from `fromByte` on and makes an upload of it. What came stays for the next try where the way broke off,
     * and nothing where the picture was refused. Throws ServiceError `file-unreadable` where what came before is not here any more, and what `use` throws.
     */
    receive: async (of: UploadKey, fromByte: number, signal: AbortSignal, use: Use): Promise<Upload> => {
      let before: Begun | undefined
      // Another try of the same picture may have begun while this one waited.
      do before = await settle(store, of)
      while (store.all.get(nameOf(of)) !== before || before?.coming)
      if (before?.upload) return before.upload
      if (fromByte > (before?.bytes ?? 0)) throw new ServiceError('file-unreadable')
      return goOn(store, before ?? begin(store, of), fromByte, signal, use)
    },
  }
}

async function goOn(store: Store, begun: Begun, fromByte: number, signal: AbortSignal, use: Use): Promise<Upload> {
  clearTimeout(begun.forgetting)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const work = openFile(store, begun, fromByte).then((receiver) => use(receiver, either))
  const ended = work.then(
    (upload) => keepAnswer(store, begun, upload),
    (error: unknown) => (either.aborted || isBrokenOff(error) ? keepBytes(begun) : forget(store, begun)),
  )
  begun.coming = { stop, ended }
  await ended
  begun.coming = undefined
  makeRoom(store, begun.userId)
  begun.forgetting = setTimeout(() => void forget(store, begun), store.limits.keptMs).unref()
  return work
}

/** What is still coming by an earlier way, whose end this process has not noticed, comes no more; a picture that was removed since is none. */
async function settle(store: Store, of: UploadKey): Promise<Begun | undefined> {
  for (;;) {
    const begun = store.all.get(nameOf(of))
    if (begun?.coming) {
      begun.coming.stop.abort()
      await begun.coming.ended
    } else if (begun?.upload && !(await store.isThere(of, begun.upload))) await forget(store, begun)
    else return begun
  }
}

function begin(store: Store, of: UploadKey): Begun {
  const begun: Begun = { ...of, bytes: 0, wasWhole: false, coming: undefined }
  store.all.set(nameOf(of), begun)
  return begun
}

/** The oldest go of what lies here and is not coming at this moment; of answers, which take no disk, too. */
function makeRoom(store: Store, userId: string): void {
  const { perPerson, all, answers } = store.limits
  const resting = [...store.all.values()].filter(({ coming }) => !coming)
  const parts = resting.filter(({ upload }) => !upload)
  const tooMany = [
    ...olderThan(
      parts.filter((begun) => begun.userId === userId),
      perPerson,
    ),
    ...olderThan(parts, all),
    ...olderThan(
      resting.filter(({ upload }) => upload),
      answers,
    ),
  ]
  for (const begun of new Set(tooMany)) void forget(store, begun)
}

/** All but the newest so many. */
const olderThan = (all: readonly Begun[], most: number): readonly Begun[] =>
  all.slice(0, Math.max(0, all.length - most))

async function forget(store: Store, begun: Begun): Promise<void> {
  clearTimeout(begun.forgetting)
  if (store.all.get(nameOf(begun)) === begun) store.all.delete(nameOf(begun))
  await removeFile(store, begun)
}

/** Never throws: an upload that is stored, or refused, is so whatever is left lying here. */
async function removeFile({ log }: Store, { folder }: Begun): Promise<void> {
  if (!folder) return
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
    log.warn({ err: error }, 'received file not removed'),
  )
}

async function openFile({ root }: Store, begun: Begun, fromByte: number): Promise<BegunReceiver> {
  begun.folder ??= await refusingWhenFull(async () => {
    await mkdir(root, { recursive: true })
    return mkdtemp(join(root, 'begun-'))
  })
  const path = join(begun.folder, 'received')
  if (fromByte > 0) await truncate(path, fromByte)
  const noteWhole = () => {
    const { wasWhole } = begun
    begun.wasWhole = true
    return wasWhole
  }
  return { path, fromByte, noteWhole }
}

const nameOf = ({ userId, key }: UploadKey): string => `${userId} ${key}`

const isBrokenOff = (error: unknown): boolean => error instanceof ServiceError && error.code === 'file-unreadable'

async function keepAnswer(store: Store, begun: Begun, upload: Upload): Promise<void> {
  begun.upload = upload
  await removeFile(store, begun)
}

async function keepBytes(begun: Begun): Promise<void> {
  if (!begun.folder) return
  begun.bytes = await stat(join(begun.folder, 'received')).then(
    ({ size }) => size,
    () => 0,
  )
}
