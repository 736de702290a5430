// The check of the rulebook's use can fail: a rule and a file that only tests use are planted in a product of one line, under the settings of the real one.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unusedRules } from './rulebook-use/unused-rules.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'))
  for (const file of ['package.json', 'knip.json']) copyFileSync(join(repository, file), join(root, file))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

it('reports what only tests use, and not what decides or is shown nowhere on purpose', () => {
  write('src/rulebook/prices.ts', 'export const PRICE = 2\nexport const TESTED = 3\nexport const NOT_SHOWN = 4\n')
  write(
    'src/rulebook/prices.test.ts',
    "import { NOT_SHOWN, PRICE, TESTED } from './prices.ts'\nPRICE + TESTED + NOT_SHOWN\n",
  )
  write('src/rulebook/old.ts', 'export const OLD = 1\n')
  write('src/rulebook/old.test.ts', "import { OLD } from './old.ts'\nOLD\n")
  write('src/app/server.ts', "import { PRICE } from '#rulebook/prices.ts'\nconsole.log(PRICE)\n")
  expect(unusedRules(root, ['NOT_SHOWN']).sort()).toEqual([
    'src/rulebook/old.ts: the whole file',
    'src/rulebook/prices.ts: TESTED',
  ])
})
