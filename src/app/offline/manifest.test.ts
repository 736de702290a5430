// What makes the product installable, compared with the rulebook and with the files themselves.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { SHARE_FIELD, SHARE_TARGET_PATH } from '#rulebook/site/offline-texts.ts'
import { DEFAULT_PRODUCT_NAME, LANGUAGE } from '#rulebook/site/product.ts'
import { WHITE } from '../design/tokens.ts'
import { offlinePage } from './offline-page.ts'

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly purpose?: string
}
const publicFile = (name: string) => resolve(import.meta.dirname, '../../../public', name.replace(/^\//, ''))
const manifest = JSON.parse(readFileSync(publicFile('manifest.webmanifest'), 'utf8'))
const pictures: Icon[] = manifest.icons.filter(({ sizes }: Icon) => sizes !== 'any')

describe('the manifest', () => {
  it('carries the name, language and colours of the product', () => {
    expect(manifest).toMatchObject({ name: DEFAULT_PRODUCT_NAME, short_name: DEFAULT_PRODUCT_NAME, lang: LANGUAGE })
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', theme_color: WHITE })
  })

  it.each(pictures)('names the true size of $src', async ({ src, sizes }) => {
    const { width, height } = await sharp(publicFile(src)).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  })

  it('has icons of 192 and 512 pixels and one that launchers may cut', () => {
    expect(pictures.filter(({ purpose }) => !purpose).map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
    expect(pictures.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  })

  it('takes shared pictures where the service worker expects them', () => {
    expect(manifest.share_target).toMatchObject({ action: SHARE_TARGET_PATH, method: 'POST' })
    expect(manifest.share_target.params.files).toEqual([{ name: SHARE_FIELD, accept: ['image/*'] }])
  })
})

it('the offline page needs no other file', () => {
  expect(offlinePage()).not.toMatch(/\s(src|href)="(?!data:)|url\(|@import/)
})
