// The folder adapter: the port's conformance, and what only its own addresses and files can get wrong.
import { mkdir, mkdtemp, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFileRoutes } from './file-routes.ts'
import { openFolderStorage } from './folder-storage.ts'
import { type ObjectStorage, StorageFullError } from './object-storage.ts'
import { createAddressSigner } from './signed-address.ts'
import { describeStorage } from './storage.conformance.ts'
import { storageBelow } from './storage-below.ts'

const folders: string[] = []
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-folder-'))
  folders.push(folder)
  let nowMs = Date.UTC(2030, 0, 1)
  const signer = createAddressSigner('a secret of the test')
  const storage = await openFolderStorage(folder, signer, { now: () => new Date(nowMs) })
  const routes = createFileRoutes(storage, signer, { now: () => new Date(Date.UTC(2030, 0, 1)) })
  return {
    folder,
    storage,
    read: async (address: string, init?: RequestInit) => routes.request(address, init),
    setBack: (byMs: number) => {
      nowMs -= byMs
    },
  }
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describeStorage('a folder', open)
describeStorage('what lies below a key of one', async () => {
  const tested = await open()
  return { ...tested, storage: storageBelow(tested.storage, 'nightly/甲') }
})

it('leaves no folder behind that has nothing in it, and none out that has', async () => {
  const { folder, storage } = await open()
  await writeFile(join(folder, 'source'), 'x')
  for (const key of ['uploads/a/1/original.png', 'uploads/a/1/thumb.jpg', 'uploads/b/1/original.png'])
    await storage.putFile(key, join(folder, 'source'), 'image/png')
  const left = async () => {
    const below = (part: string) => readdir(join(folder, part), { recursive: true })
    return [(await below('objects')).sort(), (await below('types')).sort()]
  }
  await storage.remove('uploads/a/1/original.png')
  const some = ['uploads', 'uploads/a', 'uploads/a/1', 'uploads/a/1/thumb.jpg', 'uploads/b', 'uploads/b/1']
  expect(await left()).toEqual([1, 2].map(() => [...some, 'uploads/b/1/original.png']))
  await storage.remove('uploads/a/1/thumb.jpg')
  const other = ['uploads', 'uploads/b', 'uploads/b/1', 'uploads/b/1/original.png']
  expect(await left()).toEqual([other, other])
  await storage.remove('uploads/b/1/original.png')
  expect(await left()).toEqual([[], []])
})

describe('signed addresses', () => {
  let tested: Awaited<ReturnType<typeof open>>
  let address: string
  beforeAll(async () => {
    tested = await open()
    await writeFile(join(tested.folder, 'source'), '0123456789')
    await tested.storage.putFile('pictures/a.png', join(tested.folder, 'source'), 'image/png')
    address = await tested.storage.signedAddress('pictures/a.png', { expiresInMs: 3_600_000 })
  })

  it('are private, unsniffable and without rights', async () => {
    const { headers } = await tested.read(address)
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-disposition')).toBe('inline')
  })

  it.each([
    ['another end', (a: string) => a.replace(/expires=\d+/, 'expires=99999999999999')],
    ['another key', (a: string) => a.replace('a.png', 'b.png')],
    ['an added name', (a: string) => `${a}&name=x.html`],
    ['no signature', (a: string) => a.replace(/&signature=[^&]+/, '')],
    ['a cut signature', (a: string) => a.slice(0, -3)],
    ['a broken percent sign', (a: string) => a.replace('a.png', '%E0%A4%A')],
  ])('with %s are refused', async (_, forge) => {
    expect((await tested.read(forge(address))).status).toBe(403)
  })

  it('of another secret are refused', async () => {
    const claim = { key: 'pictures/a.png', expiresAtMs: Date.UTC(2040, 0, 1) }
    expect((await tested.read(createAddressSigner('another secret').sign(claim))).status).toBe(403)
  })

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=5-2', 200, '0123456789', null],
  ])('answer the range %s with %i', async (range, status, body, contentRange) => {
    const answer = await tested.read(address, { headers: { range } })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  it('answer HEAD with the size only', async () => {
    const answer = await tested.read(address, { method: 'HEAD' })
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['10', ''])
  })

  it('never show active content inline', async () => {
    await tested.storage.putFile('x.svg', join(tested.folder, 'source'), 'image/svg+xml')
    const answer = await tested.read(await tested.storage.signedAddress('x.svg', { expiresInMs: 60_000 }))
    expect(answer.headers.get('content-disposition')).toBe('attachment')
  })

  it('repeat within a quarter of their life, so that browsers keep pictures', async () => {
    const again = await tested.storage.signedAddress('pictures/a.png', { expiresInMs: 3_600_000 })
    expect(again).toBe(address)
  })
})

describe('files', () => {
  it('leave nothing temporary behind when a put fails', async () => {
    const { storage, folder } = await open()
    await expect(storage.putFile('a', join(folder, 'not there'), 'text/plain')).rejects.toThrow('ENOENT')
    expect(await readdir(join(folder, 'temporary'))).toEqual([])
    expect(await storage.stat('a')).toBeUndefined()
  })

  it('that find no place are refused with one clear error', async () => {
    const { folder } = await open()
    await writeFile(join(folder, 'a file'), '')
    // A path below a file cannot be written, whoever runs the test (root ignores permissions).
    const opening: Promise<ObjectStorage> = openFolderStorage(join(folder, 'a file', 'x'), createAddressSigner('s'), {
      now: () => new Date(),
    })
    await expect(opening).rejects.toBeInstanceOf(StorageFullError)
  })
})

describe('what a power cut leaves (decision 0194)', () => {
  /** What is on the disk when `work` has ended, by inode. */
  async function syncedBy(work: () => Promise<unknown>): Promise<Set<number>> {
    const handle = await openFile(tmpdir())
    const prototype = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    const { sync } = prototype
    const inodes = new Set<number>()
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
      const { ino } = await this.stat()
      await sync.call(this)
      inodes.add(ino)
    })
    try {
      await work()
      return new Set(inodes)
    } finally {
      spy.mockRestore()
    }
  }
  const PATHS = [
    '.',
    'objects',
    'objects/a',
    'objects/a/b',
    'objects/a/b/x',
    'types',
    'types/a',
    'types/a/b',
    'types/a/b/x',
  ]
  const pathsOf = async (folder: string, inodes: ReadonlySet<number>) => {
    const known = await Promise.all(PATHS.map(async (path) => (await stat(join(folder, path))).ino))
    return PATHS.filter((_, place) => inodes.has(known[place]!))
  }

  it('is each object that was stored, with the names of all folders above it', async () => {
    const { folder, storage } = await open()
    await writeFile(join(folder, 'source'), 'pixels')
    const inodes = await syncedBy(() => storage.putFile('a/b/x', join(folder, 'source'), 'image/png'))
    expect(await pathsOf(folder, inodes)).toEqual(PATHS)
  })

  it('is also one in folders that another has made whose names it has not synced yet, or was killed before', async () => {
    const { folder, storage } = await open()
    await writeFile(join(folder, 'source'), 'pixels')
    for (const part of ['objects/a/b', 'types/a/b']) await mkdir(join(folder, part), { recursive: true })
    const inodes = await syncedBy(() => storage.putFile('a/b/x', join(folder, 'source'), 'image/png'))
    expect(await pathsOf(folder, inodes)).toEqual(PATHS)
  })

  it('is the folder of a new storage', async () => {
    const { folder } = await open()
    const inodes = await syncedBy(() =>
      openFolderStorage(join(folder, 'objects', 'a'), createAddressSigner('s'), { now: () => new Date() }),
    )
    for (const path of ['.', 'objects', 'objects/a']) expect(inodes).toContain((await stat(join(folder, path))).ino)
  })
})
