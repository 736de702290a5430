// `npm run advisories`: known vulnerabilities in the packages that an installed service consists of, by the lock file, as the registry reports them.
// High and critical ones fail; a registry that does not answer (mirrors often lack this service) is reported and fails nothing.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { judgeAudit } from './judge-audit.ts'

/** Packages whose advisory does not concern us, with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
  timeout: 120_000,
})
const { lines, fails } = judgeAudit(stdout ?? '', ACCEPTED)
for (const line of lines) console.log(line)
if (fails) process.exitCode = 1
