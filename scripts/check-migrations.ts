// `npm run check`: every migration since the first release leaves the program of the release before running, so that old and new processes can
// work beside each other during an upgrade (docs/operate.md).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judgeMigration } from './judge-migration.ts'

const folder = fileURLToPath(new URL('../migrations', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const problems = files.flatMap((file) =>
  judgeMigration(readFileSync(join(folder, file), 'utf8')).map((problem) => `migrations/${file}: ${problem}`),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${files.length} migrations leave the release before running.`)
