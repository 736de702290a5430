import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { openFileStorage } from '../../open-file-storage.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'huanying-bucket-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = (productName = DEFAULT_PRODUCT_NAME) =>
  openFileStorage({ dataDir, secret: 'of the test', productName }, systemClock)
const keepOne = async (productName?: string) => {
  const path = join(dataDir, 'picture')
  await writeFile(path, 'bytes')
  await (await open(productName)).putFile('uploads/a.png', path, 'image/png')
}
const bucketsNow = () => readdir(join(dataDir, 'files'))

it.each([
  ['焕影', '焕影'],
  ['My Studio', 'My-Studio'],
  ['../../etc', 'etc'],
  ['..', '焕影'],
])('[UPLOAD-28] the product %s keeps its files in the bucket %s', async (productName, bucket) => {
  await keepOne(productName)
  expect(await bucketsNow()).toEqual([bucket])
  expect(await readdir(join(dataDir, 'files', bucket, 'objects', 'uploads'))).toEqual(['a.png'])
})

it('a renamed product still finds its pictures', async () => {
  await keepOne('First')
  expect(await (await open('Second')).stat('uploads/a.png')).toMatchObject({ sizeBytes: 5 })
  expect(await bucketsNow()).toEqual(['First'])
})
