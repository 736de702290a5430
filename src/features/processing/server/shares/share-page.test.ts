import { expect, it } from 'vitest'
import { noSharePage, type SharedPicture, sharePage } from './share-page.ts'

const SHARED: SharedPicture = {
  product: '焕影',
  pageAddress: 'https://x.example.com/s/1',
  cardAddress: 'https://x.example.com/s/1/card',
  beforeAddress: '/s/1/before',
  afterAddress: '/s/1/after',
  downloadAddress: undefined,
  sizes: { before: '800 × 600', after: '1600 × 1200' },
  width: 1600,
  height: 1200,
  until: '2026-12-03',
}
const BRAND = /<a class="brand" href="\/">.*焕影<\/a>/

it('a guest sees whose page it is and what to do with the picture', () => {
  expect(sharePage(SHARED)).toMatch(BRAND)
  expect(sharePage(SHARED)).toContain('<p>拖动滑块，看看照片处理前后的变化。</p>')
  expect(noSharePage('焕影', '分享已失效')).toMatch(BRAND)
  expect(noSharePage('焕影', '分享已失效')).toContain('前往首页')
})

it('a size that changed is told from and to, one that did not once', () => {
  expect(sharePage(SHARED)).toContain('<span>800 × 600 → 1600 × 1200 像素</span><i> · </i>')
  const sizes = { before: '800 × 600', after: '800 × 600' }
  expect(sharePage({ ...SHARED, sizes })).toContain('<span>800 × 600 像素</span><i> · </i>')
})
