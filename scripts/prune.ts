// `npm run pruned -- FOLDER [--with-node]`: the built service without what only building and testing need, in a new folder. What
// deploy/Dockerfile does; also for machines that get the service by copying a folder (docs/operate.md).
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyPruned } from './prune/copy-pruned.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = process.argv.slice(2).find((word) => !word.startsWith('--'))
const fail = (line: string): never => {
  console.error(line)
  process.exit(2)
}

if (!folder) fail('Usage: npm run pruned -- FOLDER [--with-node]')
const target = resolve(folder!)
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty. 目标文件夹不为空。`)
if (!existsSync(join(root, 'build/client/index.html')))
  fail('The pages are not built: npm run build. 请先运行 npm run build。')

const { packages, ownBytes } = copyPruned(root, target, { withNode: process.argv.includes('--with-node') })
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB`
const all = packages.reduce((sum, [, bytes]) => sum + bytes, 0)
for (const [name, bytes] of packages.slice(0, 12)) console.log(`${megabytes(bytes)}  ${name}`)
console.log(`${megabytes(all)}  all ${packages.length} packages`)
console.log(`${megabytes(ownBytes)}  the program, its pages, nets and migrations`)
console.log(`${megabytes(all + ownBytes)}  in all: ${target}`)
