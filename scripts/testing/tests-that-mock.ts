// Tests that put a module in another's place: they cannot share modules with other files, which would meet the stand-in or have loaded the real one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MOCKS = /\bvi\.(?:mock|doMock)\(/

/** Paths from the root. */
export const testsThatMock = (root: string, patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root })
    .filter((file) => MOCKS.test(readFileSync(join(root, file), 'utf8')))
    .sort()
