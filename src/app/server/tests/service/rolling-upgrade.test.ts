// Processes are replaced one by one: the program of the release before and today's work side by side on one database and one folder of
// pictures (decision 0076). A session of one is valid at the other, and what one starts either may finish.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationState } from '#platform/server/database/migration-state.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { createEmptyServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { createLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import { type Service, startService } from '../../start-service.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { hasReleaseBefore, layReleaseBefore, type ReleaseBefore } from '../../testing/release-before.ts'
import { signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const PUBLIC_ORIGIN = 'http://service.test'
const serverUrl = process.env.TEST_DATABASE_URL
const canTry = serverUrl !== undefined && hasReleaseBefore()
if (serverUrl && !canTry)
  console.log('The release before is not in this clone’s history: the rolling upgrade is not tried.')

describe.skipIf(!canTry)(
  'the release before and today’s, on one PostgreSQL and one folder',
  { timeout: 240_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-rolling-'))
    let database: Awaited<ReturnType<typeof createEmptyServerDatabase>>
    let before: ReleaseBefore
    let today: Service
    let doors: { before: string; today: string }
    const environment = () => ({
      NODE_ENV: 'test',
      PROVIDER: 'scripted',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN,
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SECRET: 'a secret that both releases share',
      SIGN_UP_WALL: 'none',
      STOP_GRACE_SECONDS: '1',
    })
    beforeAll(async () => {
      database = await createEmptyServerDatabase(serverUrl!)
      before = layReleaseBefore()
      const old = await before.start(environment())
      await signUpPerson(old, PUBLIC_ORIGIN, 'early@example.com')
      today = await startService(readSettings({ ...environment(), PORT: '0' }), createLog('silent'), () => {})
      doors = { before: old, today: `http://127.0.0.1:${today.port}` }
    }, 240_000)
    afterAll(async () => {
      await today?.stop()
      await before?.stop()
      before?.remove()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    const enter = async (email: string) => ({
      before: await signInPerson(doors.before, PUBLIC_ORIGIN, email),
      today: await signInPerson(doors.today, PUBLIC_ORIGIN, email),
    })
    /** A picture sent at one door, worked on from the other, watched at both. */
    async function run(
      person: Record<'before' | 'today', TestPerson>,
      from: 'before' | 'today',
      to: 'before' | 'today',
    ) {
      const upload = await uploadPicture(doors[from], person[from])
      const job = await startJob(doors[to], person[to], upload.id)
      for (const door of ['before', 'today'] as const)
        await expect
          .poll(async () => (await jobOf(doors[door], person[door], job.id)).status, { timeout: 60_000 })
          .toBe('completed')
      const { result } = await jobOf(doors[from], person[from], job.id)
      expect((await fetch(doors[from] + result!.downloadAddress)).status).toBe(200)
    }

    it('an account of before is known at both doors, and its runs end once whichever door took them', async () => {
      const person = await enter('early@example.com')
      await run(person, 'before', 'today')
      await run(person, 'today', 'before')
      for (const door of ['before', 'today'] as const)
        expect((await person[door].api.account.profile.get()).credits).toMatchObject({ used: 4, remaining: 1 })
    })

    it('an account that today’s program makes works at the door of before', async () => {
      await signUpPerson(doors.today, PUBLIC_ORIGIN, 'late@example.com')
      const person = await enter('late@example.com')
      await run(person, 'before', 'before')
      await run(person, 'today', 'today')
    })

    it('nothing failed in the program of before, and the books agree', async () => {
      const failures = before
        .output()
        .split('\n')
        .filter((line) => /"level":(?:50|60)/.test(line))
      expect(failures).toEqual([])
      const opened = await openDatabase({ url: database.url, upgrades: false })
      expect(await migrationState(opened.query)).toEqual({ waiting: 0, isNewer: false })
      await expectBooksToAgree(opened).finally(() => opened.close())
    })
  },
)
