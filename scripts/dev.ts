// What `npm run dev` runs: Vite with hot reload on PORT and the server, restarted on changes, behind it on the next port.
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PUBLIC_API_KEY } from '../src/rulebook/site/public-api-key.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const port = Number(process.env.PORT ?? 3000)
const serverPort = port + 1

const server = spawnNode(['--watch', '--watch-preserve-output', 'src/app/server.ts'], {
  NODE_ENV: 'development',
  // Pages come from Vite, and only the server writes another one into them.
  PUBLIC_API_KEY,
  PORT: String(serverPort),
  PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? `http://localhost:${port}`,
})
const cli = join(dirname(createRequire(import.meta.url).resolve('@react-router/dev/package.json')), 'bin.cjs')
const browserSide = spawnNode([cli, 'dev', '--port', String(port)], {
  NODE_ENV: 'development',
  DEV_SERVER_ORIGIN: `http://localhost:${serverPort}`,
})
const children = [server, browserSide]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAll(0))
for (const child of children) child.once('exit', (code) => stopAll(code ?? 0))

function spawnNode(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
}

function stopAll(exitCode: number): void {
  process.exitCode = exitCode
  for (const child of children) child.kill('SIGTERM')
}
