// What counts as a proof of a row (`npm run rows`).
import { expect, it } from 'vitest'
import { layerOfTest, proves, rowsNamedBy } from './requirements/layer-of-test.ts'
import { readRows } from './requirements/read-rows.ts'

const FILES: Record<string, string> = {
  'e2e/shell.e2e.ts': "import { expect } from '@playwright/test'",
  'src/features/a/server/x.test.ts': "import { open } from './testing/test-a.ts'",
  'src/features/a/server/testing/test-a.ts':
    "import { database } from '#platform/server/database/testing/test-database.ts'",
  'src/features/a/server/plain.test.ts': "import type { Db } from '#platform/server/database/testing/test-database.ts'",
  'src/features/a/web/page.test.tsx': "import { Page } from './page.tsx'",
  'src/app/server/tests/kill.test.ts': "spawn(new URL('../start-service.ts', import.meta.url))",
}
const layerOf = (file: string) => layerOfTest(file, (name) => FILES[name] ?? null)

it('a file is of the layer that it really reaches', () => {
  expect(layerOf('e2e/shell.e2e.ts')).toBe('browser')
  expect(layerOf('src/features/a/server/x.test.ts')).toBe('http')
  expect(layerOf('src/app/server/tests/kill.test.ts')).toBe('http')
  expect(layerOf('src/features/a/server/plain.test.ts')).toBe('pure')
  expect(layerOf('src/features/a/web/page.test.tsx')).toBe('dom')
})

it('a higher layer proves a lower one, never the other way round; a played server proves no screen', () => {
  expect([proves('browser', 'http'), proves('http', 'pure'), proves('dom', 'pure')]).toEqual([true, true, true])
  expect([proves('http', 'browser'), proves('dom', 'browser'), proves('dom', 'http')]).toEqual([false, false, false])
})

it('titles and tables name rows, comments do not', () => {
  const text =
    "// LAND-01 and [LAND-02] are meant\nit('[LAND-03] [LAND-04] …')\nconst ROWS = [['PRICE-01', 2]]\nread(LAND_05, 'UTF-8')"
  expect([...rowsNamedBy(text)]).toEqual(['LAND-03', 'LAND-04', 'PRICE-01'])
})

it('the rows of the repository can be read, and each id occurs once', () => {
  const ids = readRows().map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(936)
  expect(new Set(ids).size).toBe(ids.length)
})
