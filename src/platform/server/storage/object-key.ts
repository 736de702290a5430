// Keys of stored objects: segments that neither leave a folder nor surprise a file system or an S3 server.

/** A key that could leave the folder or that no file system holds. */
export class UnusableKeyError extends Error {
  constructor(key: string) {
    super(`Unusable object key ${JSON.stringify(key)}`)
    this.name = 'UnusableKeyError'
  }
}

/** @throws UnusableKeyError */
export function segmentsOf(key: string): string[] {
  const segments = key.split('/')
  const usable = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..' && isPlain(segment))
  if (!usable || key.length > 1000) throw new UnusableKeyError(key)
  return segments
}

const isPlain = (segment: string): boolean =>
  !segment.includes('\\') && !segment.includes('\0') && segment.length <= 200
