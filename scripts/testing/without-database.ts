// Tests of the server that reach no database and no service: they run once, not once per home of the database.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerOfTest } from '../requirements/layer-of-test.ts'

/** Paths from the root. */
export function testsWithoutDatabase(root: string): string[] {
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null)
  return globSync('src/**/server/**/*.test.ts', { cwd: root })
    .filter((file) => layerOfTest(file, read) !== 'http')
    .sort()
}
