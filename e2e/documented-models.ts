// Which models the documents name below which category, and how a place is compared with them.
import type { Locator } from '@playwright/test'
import { expect } from './journey-test.ts'

export const hrefsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

/** Every model of document 2 §2 below its category; sharpening stands last (C-18). */
export const GROUPS = [
  [
    '图片增强',
    [
      '/ai/enhance/standard/standard-v2',
      '/ai/enhance/standard/low-resolution-v2',
      '/ai/enhance/standard/cgi',
      '/ai/enhance/standard/high-fidelity-v2',
      '/ai/enhance/standard/text-refine',
      '/ai/enhance/generative/redefine',
      '/ai/enhance/generative/recovery',
      '/ai/enhance/generative/recovery-v2',
    ],
  ],
  ['降噪', ['/ai/denoise/normal', '/ai/denoise/strong', '/ai/denoise/extreme']],
  ['老照片修复', ['/ai/restore/dust-scratch']],
  ['光影调整', ['/ai/lighting/adjust', '/ai/lighting/white-balance']],
  [
    '锐化',
    [
      '/ai/sharpen/standard/standard',
      '/ai/sharpen/standard/strong',
      '/ai/sharpen/standard/lens-blur',
      '/ai/sharpen/standard/lens-blur-v2',
      '/ai/sharpen/standard/motion-blur',
      '/ai/sharpen/standard/natural',
      '/ai/sharpen/standard/refocus',
      '/ai/sharpen/generative/super-focus',
      '/ai/sharpen/generative/super-focus-v2',
    ],
  ],
] as const
export async function expectGroups(place: Locator): Promise<void> {
  for (const [name, routes] of GROUPS)
    expect(await hrefsOf(place.getByRole('region', { name, exact: true }).getByRole('link')), name).toEqual(routes)
}
