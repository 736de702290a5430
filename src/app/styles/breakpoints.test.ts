import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { BREAKPOINTS_PX } from '#rulebook/site/layout.ts'
import { theme } from '../theme.ts'

const src = resolve(import.meta.dirname, '../..')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(resolve(src, file), 'utf8'))
const EM_PX = 16

it('[NAV-04] the theme and the style sheets change the layout at 768, 1024 and 1280 px', () => {
  const { sm, md, lg } = theme.breakpoints ?? {}
  expect([sm, md, lg].map((width) => Number.parseFloat(width!) * EM_PX)).toEqual([...BREAKPOINTS_PX])
  const changesAt = new Set(
    sheets.flatMap((sheet) =>
      [...sheet.matchAll(/@media[^{]*min-width: ([\d.]+)em/g)].map((match) => Number(match[1]) * EM_PX),
    ),
  )
  for (const width of BREAKPOINTS_PX) expect(changesAt).toContain(width)
})
