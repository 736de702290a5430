// A folder of a storage as a storage of its own: several kinds of things in one bucket, each with its keys.
import type { ObjectStorage } from './object-storage.ts'

export function storageBelow(storage: ObjectStorage, folder: string): ObjectStorage {
  const at = (key: string) => `${folder}/${key}`
  return {
    servedBy: storage.servedBy,
    putFile: (key, ...words) => storage.putFile(at(key), ...words),
    stat: (key) => storage.stat(at(key)),
    openRead: (key, range) => storage.openRead(at(key), range),
    fetchToFile: (key, ...words) => storage.fetchToFile(at(key), ...words),
    remove: (key) => storage.remove(at(key)),
    async *list(inner) {
      for await (const object of storage.list(inner === undefined ? folder : at(inner)))
        yield { ...object, key: object.key.slice(folder.length + 1) }
    },
    signedAddress: (key, options) => storage.signedAddress(at(key), options),
    checkWritable: () => storage.checkWritable(),
  }
}
