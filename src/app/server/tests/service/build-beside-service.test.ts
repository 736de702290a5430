// The pages are built in the folder that a service runs from: by `npm run build`, and by the start of the next role after an update.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { serviceProgram } from '../../../../../scripts/bundle/bundle-service.ts'
import { uploadPicture } from '../../testing/person-at-work.ts'
import { killStarted, ready, startProcess } from '../../testing/service-process.ts'
import { signUpPerson } from '../../testing/test-person.ts'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'huanying-built-beside-'))
afterAll(async () => {
  await killStarted()
  rmSync(folder, { recursive: true, force: true })
})

async function build(): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, ['scripts/build-pages.ts'], {
    cwd: repository,
    env: { PATH, HOME, TMPDIR },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

// The pages and the bundle are the same whatever the database is.
it.skipIf(process.env.TEST_DATABASE_URL)(
  'a service goes on with its children while and after the pages are built in its folder, twice at once',
  { timeout: 600_000 },
  async () => {
    const PUBLIC_ORIGIN = 'http://service.test'
    const service = startProcess(folder, { DATA_DIR: join(folder, 'data'), PUBLIC_ORIGIN }, [], serviceProgram())
    const origin = await ready(service).then((address) => address.replace('localhost', '127.0.0.1'))
    const person = await signUpPerson(origin, PUBLIC_ORIGIN, 'first@example.com')
    await Promise.all([build(), build()])
    // Its picture is looked at by a child that was not yet started.
    expect((await uploadPicture(origin, person)).id).toBeTruthy()
    expect(existsSync(join(repository, 'build/client/index.html'))).toBe(true)
    const next = startProcess(folder, { DATA_DIR: join(folder, 'next') }, [], serviceProgram())
    expect(await (await fetch(await ready(next))).text()).toContain('<html')
  },
)
