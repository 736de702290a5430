// Two requests with one secret at the same moment, over HTTP on PostgreSQL: the connection of the first ends at a statement that writes, and just
// before, or behind it, the second one is done. What the first puts back is never what the second has spent, ended or stored (decision 0216).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FireWorld, openFireWorld } from '../../testing/fire/fire-world.ts'
import { isDone, TOGETHER } from '../../testing/fire/spent-together.ts'
import { MARK_HEADER, openStatementFire, type StatementFire } from '../../testing/fire/statement-fire.ts'

const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl) console.log('Spent together skipped: the embedded database has no connection that could be ended.')

let world: FireWorld
let fire: StatementFire
/** Statements that spend, end or replace something, or note that it is done; `FIRE_TRIES=all`: at both moments of all that write. */
const IS_WHOLE = process.env.FIRE_TRIES === 'all'
const WRITES = IS_WHOLE
  ? /^\s*(?:with|insert|update|delete|commit)/i
  : /^\s*(?:with gone|insert into "auth_(?:sessions|passkeys)|update "(?:auth_(?:accounts|two_factors)|verification_codes))/i
const MOMENTS = IS_WHOLE ? (['before', 'after'] as const) : (['before'] as const)

describe.skipIf(!serverUrl)('of two requests at one moment, one of which breaks off', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    world = await openFireWorld()
    fire = await openStatementFire(serverUrl!)
  })
  afterAll(async () => {
    await fire?.close()
    await world?.close()
  })

  it.each(TOGETHER.map((known) => [known.name, known] as const))(
    '%s: what the other was answered holds',
    async (_, { prepare }) => {
      const learned = await prepare(world)
      const { answer, asked } = await fire.follow((mark) => world.send(learned.first, { [MARK_HEADER]: mark }))
      expect(isDone(answer), await answer.text()).toBe(true)
      const found: string[] = []
      let done = 0
      for (const [at, text] of asked.texts.entries()) {
        if (!WRITES.test(text)) continue
        for (const moment of MOMENTS) {
          const { first, second, undone } = await prepare(world)
          let other: Promise<Response> | undefined
          const meanwhile = () => (other = world.send(second))
          await fire.follow((mark) => world.send(first, { [MARK_HEADER]: mark }), {
            statement: at + 1,
            moment,
            meanwhile,
          })
          if (!other || !isDone(await other)) continue
          done += 1
          const trouble = await undone()
          if (trouble) found.push(`${moment} ${at + 1} of ${asked.texts.length}: ${text.slice(0, 200)}\n  ${trouble}`)
        }
      }
      expect(found.join('\n')).toBe('')
      expect(done).toBeGreaterThan(0)
    },
  )
})
