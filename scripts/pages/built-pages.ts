// The browser side, built where what it is built from changed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../bundle/programs.ts'
import { stateOf } from '../source-files.ts'
import { moveIn, removeLeftOver } from './move-in.ts'

const SOURCES = ['src', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const BUILD = join(root, 'build')
const PAGES = join(BUILD, 'client')
const STAMP = join(BUILD, 'stamp.json')
const ASIDE = 'pages-'

/** What the pages are built from, as one line: the kill switch of the installed app (docs/operate.md), and their sources. */
function stamp(): string {
  const sources = stateOf(root, SOURCES, isServerOnly)
  return JSON.stringify({ SERVICE_WORKER: process.env.SERVICE_WORKER === 'off' ? 'off' : 'on', sources })
}

export function arePagesStale(): boolean {
  if (!existsSync(STAMP) || !existsSync(join(PAGES, 'index.html'))) return true
  return readFileSync(STAMP, 'utf8') !== stamp()
}

function isServerOnly(path: string): boolean {
  return /\.test\.tsx?$|[\\/](server|engine)([\\/]|\.ts$)/.test(path)
}

/** False after what is wrong stands on standard error: standard output belongs to the server's log. */
export function buildPages(): boolean {
  const built = stamp()
  const aside = `build/${ASIDE}${process.pid}`
  const cli = join(dirname(createRequire(import.meta.url).resolve('@react-router/dev/package.json')), 'bin.cjs')
  mkdirSync(BUILD, { recursive: true })
  removeLeftOver(BUILD, ASIDE)
  try {
    const { status } = spawnSync(process.execPath, [cli, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', PAGES_BEING_BUILT: aside },
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) return false
    rmSync(STAMP, { force: true })
    moveIn(join(root, aside, 'client'), PAGES)
    writeFileSync(STAMP, built)
    return true
  } finally {
    rmSync(join(root, aside), { recursive: true, force: true })
  }
}
