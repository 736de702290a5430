// Every call that changes something, over HTTP, while PostgreSQL ends the connection of one of its statements (decision 0110): made in peace it is
// learned how many statements it asks and what it leaves in the tables; then the same situation again, and the connection ends at a random
// one of them, before it or before its answer. Nobody is told anything false, nothing is left by half, and asked again it is done, once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { seededUniform } from '../../../../../scripts/seeded-random.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { WorldCall } from '../../testing/fire/as-person.ts'
import { CALLS_OF_ACCOUNT } from '../../testing/fire/calls-of-account.ts'
import { CALLS_OF_BACK_OFFICE } from '../../testing/fire/calls-of-back-office.ts'
import { CALLS_OF_HISTORY } from '../../testing/fire/calls-of-history.ts'
import { CALLS_OF_MAILED_CODES } from '../../testing/fire/calls-of-mailed-codes.ts'
import { CALLS_OF_MONEY } from '../../testing/fire/calls-of-money.ts'
import { CALLS_OF_RUNS } from '../../testing/fire/calls-of-runs.ts'
import { CALLS_OF_SIGN_IN } from '../../testing/fire/calls-of-sign-in.ts'
import { type FireWorld, openFireWorld } from '../../testing/fire/fire-world.ts'
import { openFootprints } from '../../testing/fire/footprint.ts'
import { mutatingCalls } from '../../testing/fire/mutating-calls.ts'
import { newPassword } from '../../testing/fire/new-password.ts'
import { type Aim, MARK_HEADER, openStatementFire, type StatementFire } from '../../testing/fire/statement-fire.ts'
import { learnInPeace, type Range, tryUnderFire } from '../../testing/fire/try-under-fire.ts'

const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl)
  console.log('Every mutation under fire skipped: the embedded database has no connection that could be ended.')

/** The same statements in every run of CI; other seeds, and all statements, are for those who change what stores. */
const SEED = Number(process.env.FIRE_SEED ?? 937_439)
/** Tries of each call; `all`: every statement, at both moments. */
const TRIES = process.env.FIRE_TRIES === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.FIRE_TRIES ?? 1)
const CALLS = [
  ...CALLS_OF_ACCOUNT,
  ...CALLS_OF_SIGN_IN,
  ...CALLS_OF_MAILED_CODES,
  ...CALLS_OF_RUNS,
  ...CALLS_OF_HISTORY,
  ...CALLS_OF_MONEY,
  ...CALLS_OF_BACK_OFFICE,
]

const titleOf = ({ name, variant }: WorldCall): string => (variant ? `${name}: ${variant}` : name)

let world: FireWorld
let fire: StatementFire
let range: Range
const shots: string[] = []
/** The call asked fewer statements than in peace. */
const missed: string[] = []

/** One sequence per call, so that one call alone meets the same as in the whole. */
const randomOf = (name: string): (() => number) =>
  seededUniform([...name].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01000193), SEED))

function aimsOf(name: string, statements: number, most = TRIES): Aim[] {
  const all = Array.from({ length: statements }, (_, at) => at + 1).flatMap((statement): Aim[] => [
    { statement, moment: 'before' },
    { statement, moment: 'after' },
  ])
  const random = randomOf(name)
  return all
    .map((aim) => ({ aim, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, most)
    .map(({ aim }) => aim)
}

describe.skipIf(!serverUrl)('every call that changes something, while a connection ends', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    console.log(`FIRE_SEED=${SEED}`)
    world = await openFireWorld()
    fire = await openStatementFire(serverUrl!)
    range = { world, fire, footprints: await openFootprints(world.foundation.database) }
  })
  afterAll(async () => {
    await fire?.close()
    await world?.close()
  })

  it.each(CALLS.map((call) => [titleOf(call), call] as const))('%s', async (name, call) => {
    const peace = await learnInPeace(range, call)
    const { statements } = peace
    const found: string[] = []
    for (const aim of aimsOf(name, statements.length)) {
      const place = `${aim.moment} ${aim.statement} of ${statements.length}: ${statements[aim.statement - 1]}`
      shots.push(place)
      await tryUnderFire(range, call, peace, aim).then(
        (wasHit) => wasHit || missed.push(place),
        (error: Error) => found.push(`${place}\n${error.message}`),
      )
    }
    if (found.length > 0) throw new Error(`FIRE_SEED=${SEED}: ${found.join('\n\n')}`)
  })

  // A thief may sit in the other browser: the answer may be that it failed, but then the password is the old one.
  it.each(['/change-password', '/reset-password'])(
    'at %s no other browser stays behind a new password',
    async (path) => {
      const prepare = () => newPassword(world, path)
      const { asked } = await fire.follow(async (mark) =>
        world.send((await prepare()).request, { [MARK_HEADER]: mark }),
      )
      for (const aim of aimsOf(`new ${path}`, asked.texts.length, TRIES * 4)) {
        const { request, signsIn, isOtherIn } = await prepare()
        await fire.follow((mark) => world.send(request, { [MARK_HEADER]: mark }), aim)
        const place = `FIRE_SEED=${SEED}: ${aim.moment} ${aim.statement}: ${asked.texts[aim.statement - 1]}`
        const [isNew, isOld] = [await signsIn('new'), await signsIn('old')]
        expect([isNew, isOld].filter(Boolean), place).toHaveLength(1)
        if (isNew) expect(await isOtherIn(), place).toBe(false)
      }
    },
  )

  it('are all calls that change something, and a call without an entry is found', async () => {
    const names = CALLS.map(({ name }) => name)
    const wanted = await mutatingCalls(world)
    const unknown = (known: readonly string[]) => wanted.filter((name) => !known.includes(name))
    expect(unknown(names)).toEqual([])
    expect(unknown(names.filter((name) => name !== 'rpc billing.buy'))).toEqual(['rpc billing.buy'])
    expect(names.filter((name) => !wanted.includes(name))).toEqual([])
    expect(new Set(CALLS.map(titleOf)).size).toBe(CALLS.length)
  })

  it('was met by nearly every shot, and leaves books that agree', async () => {
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(shots.length / 10)
    await expectGreenAudit(world.foundation.database)
    await expectBooksToAgree(world.foundation.database)
    expect((await fetch(`${world.origin}/readyz`)).status).toBe(200)
  })
})
