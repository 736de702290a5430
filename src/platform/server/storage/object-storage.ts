// The storage port: private objects by key, read by people only through signed, expiring addresses (U-58).
import type { Readable } from 'node:stream'
import type { AddressSigner } from './signed-address.ts'

export interface StoredObject {
  readonly sizeBytes: number
  readonly contentType: string
}

export interface ListedObject {
  readonly key: string
  readonly storedAt: Date
  readonly sizeBytes: number
}

export interface SignedAddressOptions {
  readonly expiresInMs: number
  /** Makes the browser save the object under this name instead of showing it. */
  readonly downloadName?: string
}

export interface ByteRange {
  readonly start: number
  /** Inclusive, as HTTP counts. */
  readonly end: number
}

export interface ObjectStorage {
  /** Who answers signed addresses: our own routes, which check them with this signer, or another origin, whose pictures pages may then show. */
  readonly servedBy: { readonly signer: AddressSigner } | { readonly origin: string }
  /**
   * Stores a finished local file under `key`, whole or not at all; overwrites. Throws StorageFullError when there is no room, and the signal's reason
   * where that fires in time.
   */
  putFile(key: string, path: string, contentType: string, signal?: AbortSignal): Promise<void>
  /** As `putFile`, and the file at `path` is gone afterwards: where both lie on one disk nothing is written twice. Absent where bytes travel anyway. */
  adoptFile?(key: string, path: string, contentType: string, signal?: AbortSignal): Promise<void>
  /** Undefined when the object does not exist. */
  stat(key: string): Promise<StoredObject | undefined>
  /** Throws ObjectMissingError when the object does not exist. */
  openRead(key: string, range?: ByteRange): Promise<Readable>
  /** Makes the object available as a local file at `path` (the engine works on files). Throws the signal's reason where that fires in time. */
  fetchToFile(key: string, path: string, signal?: AbortSignal): Promise<void>
  /** Where the object lies, or would, as a file of this machine: for who reads many of them whole. Absent where bytes travel anyway. */
  pathOf?(key: string): string
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>
  /** Every object whose key begins with `folder` and a slash, in no order; every object at all without a folder. */
  list(folder?: string): AsyncIterable<ListedObject>
  signedAddress(key: string, options: SignedAddressOptions): Promise<string>
  /** Throws StorageFullError when nothing can be stored, or the adapter's own error when it cannot be reached. */
  checkWritable(): Promise<void>
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`No stored object ${key}`)
    this.name = 'ObjectMissingError'
  }
}

/** A server that keeps the objects did not do what it was asked. */
export abstract class StorageError extends Error {
  /** Nothing was answered, or that it cannot now: the same call may work a moment later. */
  abstract readonly isAway: boolean
}

export const isStorageAway = (error: unknown): boolean => error instanceof StorageError && error.isAway

export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('The object storage is full or not writable', options)
    this.name = 'StorageFullError'
  }
}

/** Types that a browser may show; anything else is only ever saved, should an object hold active content. */
export const SHOWN_INLINE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
])

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EFBIG'])

/** Turns what a file system says when it is full or closed into StorageFullError. */
export async function refusingWhenFull<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')) throw new StorageFullError({ cause: error })
    throw error
  }
}

/** Removes everything below `folder`. */
export async function removeFolder(storage: ObjectStorage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key)
}
