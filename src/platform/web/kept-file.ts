// One file that waits for a page which can use it: chosen before the session ended, or shared with the app by the phone (the
// service worker writes the same record). It survives the sign-in, also one that leads over another host, in IndexedDB; a file
// kept for one person is never handed to another. How it is taken: waiting-file.ts.

/** Record of the one object in the store, under the key `file`. */
export interface KeptFile {
  readonly file: File
  /** Undefined: for the next person to sign in, as with a file shared before the sign-in. */
  readonly ownerId: string | undefined
  /** A person chose it on a page of ours; not what came by the share target, to which any site can post. */
  readonly isChosen?: boolean
  readonly keptAtMs: number
}

export const KEPT_FILE_DATABASE = 'kept-file'
export const KEPT_FILE_STORE = 'files'
export const KEPT_FILE_KEY = 'file'
/** After this the person has forgotten the file. */
export const KEPT_FILE_MAX_AGE_MS = 60 * 60_000

/** Browsers without IndexedDB (some private windows) keep it until the page is left. */
let inMemory: KeptFile | undefined

/** Chosen on a page of ours; replaces the one that was kept before. */
export const keepFile = (file: File, ownerId: string | undefined): Promise<void> => keep(file, ownerId, true)

export async function keep(file: File, ownerId: string | undefined, isChosen: boolean): Promise<void> {
  inMemory = { file, ownerId, isChosen, keptAtMs: Date.now() }
  await onStore('readwrite', (store) => store.put(inMemory, KEPT_FILE_KEY)).catch(() => {})
}

export async function dropKeptFile(): Promise<void> {
  inMemory = undefined
  await onStore('readwrite', (store) => store.delete(KEPT_FILE_KEY)).catch(() => {})
}

/** Leaves it where it is. */
export async function hasKeptFile(): Promise<boolean> {
  const kept = await readKept()
  return kept !== undefined && isYoung(kept)
}

export const isYoung = ({ keptAtMs }: KeptFile): boolean => Date.now() - keptAtMs < KEPT_FILE_MAX_AGE_MS

export const readKept = async (): Promise<KeptFile | undefined> =>
  (await onStore<KeptFile | undefined>('readonly', (store) => store.get(KEPT_FILE_KEY)).catch(() => {})) ?? inMemory

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
