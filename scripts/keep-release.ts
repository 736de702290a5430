// Keeps what this release leaves behind for the tests of the next one (decision 0076): a small service of two people on a throw-away PostgreSQL, made by this
// program. `npx node scripts/keep-release.ts`, in the commit that is the release. Writes the folder of its number beside upgrade.test.ts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { startService } from '#app/server/start-service.ts'
import { jobOf, startJob } from '#app/server/testing/person-at-work.ts'
import { postTo, signUpPerson, TEST_PASSWORD, type TestPerson } from '#app/server/testing/test-person.ts'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { createLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import { VERSION } from '#platform/server/version.ts'
import { startPrivatePostgres } from './testing/private-postgres.ts'

const PUBLIC_ORIGIN = 'http://service.test'
const SECRET = 'the secret of a release that is over'
const target = fileURLToPath(new URL(`../src/app/server/tests/service/release-${VERSION}`, import.meta.url))
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

const postgres = await startPrivatePostgres()
if (!postgres) throw new Error('PostgreSQL must be installed: the kept database is a dump of a server.')
const dataDir = mkdtempSync(join(tmpdir(), 'huanying-keep-release-'))
try {
  const authenticator = await workAsPeople(postgres.url)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'database.sql.gz'), gzipSync(dumpOf(postgres.url)))
  execFileSync('tar', ['-czf', join(target, 'pictures.tar.gz'), '-C', dataDir, 'files'])
  writeFileSync(join(target, 'authenticator.txt'), `${authenticator}\n`)
  writeFileSync(join(target, 'README.md'), readme())
  console.log(`${target} is written by commit ${commit}.`)
} finally {
  postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Returns the `otpauth://` address of the careful one's authenticator. */
async function workAsPeople(databaseUrl: string): Promise<string> {
  const env = { NODE_ENV: 'test', PROVIDER: 'scripted', PORT: '0', HOST: '127.0.0.1', SIGN_UP_WALL: 'none' }
  const settings = readSettings({ ...env, PUBLIC_ORIGIN, DATA_DIR: dataDir, SECRET, DATABASE_URL: databaseUrl })
  const service = await startService(settings, createLog('silent'), () => {})
  const origin = `http://127.0.0.1:${service.port}`
  try {
    await finishOneRun(origin, await signUpPerson(origin, PUBLIC_ORIGIN, 'kept@example.com'))
    return await showAuthenticator(origin, await signUpPerson(origin, PUBLIC_ORIGIN, 'careful@example.com'))
  } finally {
    await service.stop()
  }
}

async function finishOneRun(origin: string, person: TestPerson): Promise<void> {
  const create = { width: 320, height: 240, channels: 3 as const, background: '#446688' }
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), '旧照片.png')
  const sent = await fetch(`${origin}/api/uploads`, { method: 'POST', headers: person.headers, body: form })
  const job = await startJob(origin, person, ((await sent.json()) as { id: string }).id)
  while ((await jobOf(origin, person, job.id)).status !== 'completed') await delay(100)
}

async function showAuthenticator(origin: string, { cookie }: TestPerson): Promise<string> {
  const post = postTo(origin, PUBLIC_ORIGIN)
  const enabled = await post('/api/auth/two-factor/enable', { password: TEST_PASSWORD }, { cookie })
  const { totpURI } = (await enabled.json()) as { totpURI: string }
  const shown = await post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }, { cookie })
  if (!shown.ok) throw new Error(`The authenticator was refused: ${await shown.text()}`)
  return totpURI
}

/** As statements that either home of the database takes: no comments, no words of psql's own (`\restrict`). */
function dumpOf(databaseUrl: string): string {
  const words = ['--inserts', '--rows-per-insert=1000', '--no-owner', databaseUrl]
  const text = execFileSync('pg_dump', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return text
    .split('\n')
    .filter((line) => !/^(?:--|\\|$)/.test(line))
    .concat('')
    .join('\n')
}

function readme(): string {
  return `# A service as release ${VERSION} left it

Made by commit ${commit} with its own program (\`npx node scripts/keep-release.ts\`): two accounts (\`kept@example.com\`, \`careful@example.com\` with the authenticator of \`authenticator.txt\`;
password \`${TEST_PASSWORD}\`), an upload and one finished run. \`database.sql.gz\` is a dump of PostgreSQL without comments, \`pictures.tar.gz\` the folder \`files\`. The secret was
\`${SECRET}\`. With the next release its own folder takes the place of this one.
`
}
