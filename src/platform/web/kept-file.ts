// One file that waits for a page which can use it: chosen before the session ended, or shared with the app by the phone (the
// service worker writes the same record). It survives the sign-in, also one that leads over another host, in IndexedDB; a file
// kept for one person is never handed to another.

/** Record of the one object in the store, under the key `file`. */
export interface KeptFile {
  readonly file: File
  /** Undefined: for the next person to sign in, as with a file shared before the sign-in. */
  readonly ownerId: string | undefined
  readonly keptAtMs: number
}

export const KEPT_FILE_DATABASE = 'kept-file'
export const KEPT_FILE_STORE = 'files'
export const KEPT_FILE_KEY = 'file'
/** After this the person has forgotten the file. */
export const KEPT_FILE_MAX_AGE_MS = 60 * 60_000

/** Browsers without IndexedDB (some private windows) keep it until the page is left. */
let inMemory: KeptFile | undefined

/** Replaces the one that was kept before. */
export async function keepFile(file: File, ownerId: string | undefined): Promise<void> {
  inMemory = { file, ownerId, keptAtMs: Date.now() }
  await onStore('readwrite', (store) => store.put(inMemory, KEPT_FILE_KEY)).catch(() => {})
}

export async function dropKeptFile(): Promise<void> {
  inMemory = undefined
  await onStore('readwrite', (store) => store.delete(KEPT_FILE_KEY)).catch(() => {})
}

/** The kept file, which is then kept no longer; undefined without one, for another person's and for an old one. */
export async function takeKeptFile(userId: string | undefined): Promise<File | undefined> {
  const kept = (await readKept().catch(() => undefined)) ?? inMemory
  if (!kept) return undefined
  await dropKeptFile()
  const isOwn = kept.ownerId === undefined || kept.ownerId === userId
  return isOwn && isYoung(kept) ? kept.file : undefined
}

/** Leaves it where it is. */
export async function hasKeptFile(): Promise<boolean> {
  const kept = await readKept()
  return kept !== undefined && isYoung(kept)
}

const isYoung = ({ keptAtMs }: KeptFile): boolean => Date.now() - keptAtMs < KEPT_FILE_MAX_AGE_MS

const readKept = () => onStore<KeptFile | undefined>('readonly', (store) => store.get(KEPT_FILE_KEY))

async function onStore<Answer>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<Answer> {
  const database = await open()
  try {
    return await settled<Answer>(use(database.transaction(KEPT_FILE_STORE, mode).objectStore(KEPT_FILE_STORE)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_FILE_DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(KEPT_FILE_STORE)
  return settled(request)
}

const settled = <Answer>(request: IDBRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
