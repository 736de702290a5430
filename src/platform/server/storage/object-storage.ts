// The storage port: private objects by key, read by people only through signed, expiring addresses (U-58).
import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly sizeBytes: number
  readonly contentType: string
}

export interface ListedObject {
  readonly key: string
  readonly storedAt: Date
}

export interface SignedAddressOptions {
  readonly expiresInMs: number
  /** Makes the browser save the object under this name instead of showing it. */
  readonly downloadName?: string
}

export interface ObjectStorage {
  /** Stores a finished local file under `key`, whole or not at all; overwrites. Throws StorageFullError when there is no room. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** Undefined when there is no such object. */
  stat(key: string): Promise<StoredObject | undefined>
  /** Throws ObjectMissingError when there is no such object. */
  openRead(key: string): Promise<Readable>
  /** Makes the object available as a local file at `path` (the engine works on files). */
  fetchToFile(key: string, path: string): Promise<void>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every object whose key begins with `folder` and a slash, in no order. */
  list(folder: string): AsyncIterable<ListedObject>
  signedAddress(key: string, options: SignedAddressOptions): Promise<string>
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`No stored object ${key}`)
    this.name = 'ObjectMissingError'
  }
}

export class StorageFullError extends Error {
  constructor() {
    super('The object storage is full or not writable')
    this.name = 'StorageFullError'
  }
}

/** Removes everything below `folder`. */
export async function removeFolder(storage: ObjectStorage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key)
}
