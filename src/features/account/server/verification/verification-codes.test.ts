// Verification codes on a real database: limits, tries, single use, and what happens when the world fails (document 1 §7–§9; C-34, C-35).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createLog } from '#platform/server/log.ts'
import { givingBackTries } from '#platform/server/rate-limit/counted-tries.ts'
import { createRateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { CODE_DAILY_LIMITS, CODE_MAX_ATTEMPTS, CODE_SEND_LIMITS } from '#rulebook/account/verification-code.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { removeOldCodes } from './verification-cleanup.job.ts'
import type { CodeSubject } from './verification-code.store.ts'
import { createVerificationCodes } from './verification-codes.ts'

const SECRET = 'a secret of tests that is long enough'
const MINUTE_MS = 60_000
const clock = { nowMs: Date.now(), now: () => new Date(clock.nowMs) }
let database: Database
let codes: ReturnType<typeof open>
let phones = 0
/** What the browser that asks for codes sends along. */
let browser: Headers
const kept = new Map<string, string>()

const open = (counters?: Parameters<typeof createVerificationCodes>[0]['counters']) =>
  createVerificationCodes({
    ...{ database, clock, secret: SECRET, publicOrigin: 'http://service.test', log: createLog('silent') },
    ...(counters && { counters }),
  })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  clock.nowMs = Date.now()
  codes = open()
  kept.clear()
  browser = new Headers()
})

const subject = (over: Partial<CodeSubject> = {}): CodeSubject => ({
  targetType: 'phone',
  target: `138${String(++phones).padStart(8, '0')}`,
  purpose: 'login',
  userId: null,
  ...over,
})
async function sent(to: CodeSubject, by = codes, clientAddress = `10.1.0.${phones % 250}`): Promise<string> {
  let code = ''
  const resHeaders = new Headers()
  await by.send(to, {
    clientAddress,
    asking: { headers: browser, resHeaders },
    deliver: async (made) => {
      code = made
    },
  })
  for (const cookie of resHeaders.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    kept.set(pair.split('=', 1)[0]!, pair)
  }
  browser = new Headers({ cookie: [...kept.values()].join('; ') })
  return code
}
const check = (to: CodeSubject, code: string) => codes.check(to, code, browser)
const rowsOf = ({ target }: CodeSubject) =>
  database.query<{ code: string; attempts: number; used: boolean; verified: boolean; verified_at: Date | null }>(
    'select code, attempts, used, verified, verified_at from verification_codes where target_value = $1 order by created_at',
    [target],
  )
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('sending', () => {
  it('[VERIF-02] [VERIF-10] makes a record and then sends 6 digits; the record does not hold them', async () => {
    const to = subject()
    let rowsAtDelivery = 0
    let code = ''
    await codes.send(to, {
      clientAddress: '10.0.0.1',
      deliver: async (made) => {
        code = made
        rowsAtDelivery = (await rowsOf(to)).length
      },
    })
    expect(code).toMatch(/^\d{6}$/)
    expect(rowsAtDelivery).toBe(1)
    expect(JSON.stringify(await rowsOf(to))).not.toContain(code)
  })

  it('[VERIF-11] an email code has 6 of A–Z and 0–9, typed in any case', async () => {
    const to = subject({ targetType: 'email', target: 'a@example.com' })
    const code = await sent(to)
    expect(await codeOf(check(to, ` ${code.toLowerCase()} `))).toBe('ok')
    const made = [code]
    for (let n = 0; n < 20; n += 1) made.push(await sent(subject({ targetType: 'email' })))
    for (const one of made) expect(one).toMatch(/^[A-Z0-9]{6}$/)
    for (const kind of [/[A-Z]/, /[0-9]/]) expect(made.join('')).toMatch(kind)
  })

  it('[VERIF-03] discards the record when the delivery fails', async () => {
    const to = subject()
    const failing = codes.send(to, {
      clientAddress: '10.0.0.1',
      deliver: () => Promise.reject(new Error('no gateway')),
    })
    await expect(failing).rejects.toThrow('no gateway')
    expect(await rowsOf(to)).toEqual([])
  })

  it.each([
    ['[VERIF-08] [VERIF-16] the 4th to a phone', 'phone', 3],
    ['[VERIF-09] [VERIF-16] the 6th to an email', 'email', 5],
  ] as const)('%s within 5 minutes is refused, and after them allowed', async (_title, targetType, allowed) => {
    const to = subject({ targetType })
    for (let n = 0; n < allowed; n += 1) await sent(to)
    for (const laterMs of [0, 5 * MINUTE_MS - 1]) {
      clock.nowMs += laterMs
      const deliver = () => expect.unreachable('nothing is sent beyond the limit')
      const refused = codes.send(to, { clientAddress: '10.0.0.1', deliver })
      expect(messageFromRegister({ code: await codeOf(refused) })).toBe('发送过于频繁，请5分钟后再试')
    }
    expect(await rowsOf(to)).toHaveLength(allowed)
    clock.nowMs += 2
    expect(await codeOf(sent(to))).toBe('ok')
  })

  it('counts parallel sends one after the other, over two processes on one database', async () => {
    const to = subject()
    const processes = [codes, open()]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => codeOf(sent(to, processes[n % 2]!))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(3)
    expect(await rowsOf(to)).toHaveLength(3)
  })

  it('knows a limit per day and target that outlives restarts, and one per account', async () => {
    const day = async (make: (n: number) => CodeSubject, count: number) => {
      const answers: string[] = []
      for (let n = 0; n < count; n += 1) {
        clock.nowMs += 5 * MINUTE_MS + 1
        answers.push(await codeOf(sent(make(n), open())))
      }
      return answers
    }
    const to = subject()
    const perTarget = await day(() => to, CODE_DAILY_LIMITS.target + 1)
    expect(perTarget.slice(-2)).toEqual(['ok', 'code-daily-limit'])
    const userId = crypto.randomUUID()
    await database.query(`insert into auth_users (id, name, email) values ($1, '', $2)`, [userId, `${userId}@b.com`])
    const perAccount = await day(() => subject({ userId, purpose: 'bind_account' }), CODE_DAILY_LIMITS.account + 1)
    expect(perAccount.slice(-2)).toEqual(['ok', 'code-daily-limit'])
    clock.nowMs += 24 * 60 * MINUTE_MS
    expect(await codeOf(sent(to))).toBe('ok')
  })

  it('[VERIF-01] goes on when the check itself fails, while the count per address still holds', async () => {
    const fail = () => Promise.reject(new Error('connection lost'))
    const failing = { consume: fail, forget: fail, giveBack: fail }
    const open_ = open(failing)
    const answers: string[] = []
    for (let n = 0; n < 31; n += 1) answers.push(await codeOf(sent(subject(), open_, '10.9.9.9')))
    expect(answers.slice(0, 30)).toEqual(Array(30).fill('ok'))
    expect(answers[30]).toBe('code-too-often')
    expect(await codeOf(sent(subject(), open_, '10.9.9.10'))).toBe('ok')
  })
})

describe('checking', () => {
  it('takes a try back when the service failed the request, and only then', async () => {
    const requestThat = (status: number, work: () => Promise<unknown>) =>
      givingBackTries(createLog('silent'))({ res: new Response(null, { status }) }, async () => void (await work()))
    const to = subject()
    const code = await sent(to)
    await requestThat(401, () => codeOf(check(to, otherThan(code))))
    for (let n = 0; n < CODE_MAX_ATTEMPTS; n += 1) await requestThat(500, () => check(to, code))
    await expect.poll(async () => (await rowsOf(to))[0]!.attempts).toBe(1)
    await check(to, code)
  })

  it('[VERIF-04] [VERIF-06] finds the unused, unexpired record, and marks it used and verified', async () => {
    const to = subject()
    const code = await sent(to)
    await codes.spend(database.orm, await check(to, code))
    expect(await rowsOf(to)).toMatchObject([{ used: true, verified: true, verified_at: expect.anything() }])
  })

  it('[VERIF-07] [VERIF-17] accepts after 9:59 and refuses after 10:01', async () => {
    const to = subject()
    const code = await sent(to)
    const sentMs = clock.nowMs
    clock.nowMs = sentMs + 10 * MINUTE_MS - 1000
    expect(await codeOf(check(to, code))).toBe('ok')
    clock.nowMs = sentMs + 10 * MINUTE_MS + 1000
    expect(await codeOf(check(to, code))).toBe('code-invalid')
    expect(messageFromRegister({ code: 'code-invalid' })).toBe('验证码无效或已过期')
  })

  it('is not the one that counts, nor one of those sent lately, where the clock was set back an hour since', async () => {
    const [once, often] = [subject(), subject()]
    const earlier = await sent(once)
    for (let n = 0; n < CODE_SEND_LIMITS.phone; n += 1) await sent(often)
    clock.nowMs -= 60 * MINUTE_MS
    expect(await codeOf(check(once, earlier))).toBe('code-invalid')
    for (const to of [once, often]) expect(await codeOf(check(to, await sent(to)))).toBe('ok')
  })

  it('[VERIF-15] wants a target and a code', async () => {
    expect(await codeOf(check(subject(), ''))).toBe('code-incomplete')
    expect(await codeOf(check(subject({ target: '' }), '123456'))).toBe('code-incomplete')
    expect(messageFromRegister({ code: 'code-incomplete' })).toBe('参数不完整')
  })

  it('[VERIF-20] refuses a code already used', async () => {
    const to = subject()
    const code = await sent(to)
    await codes.spend(database.orm, await check(to, code))
    expect(await codeOf(check(to, code))).toBe('code-invalid')
  })

  it('is spent once by parallel requests with the right code', async () => {
    const to = subject()
    const code = await sent(to)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => codeOf(check(to, code).then((proven) => codes.spend(database.orm, proven)))),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  })

  it('[VERIF-05] [VERIF-18] counts tries up to the maximum, then refuses even the right code', async () => {
    const to = subject()
    const code = await sent(to)
    const answers: string[] = []
    for (let n = 0; n < CODE_MAX_ATTEMPTS; n += 1) answers.push(await codeOf(check(to, otherThan(code))))
    expect(answers).toEqual([...Array(CODE_MAX_ATTEMPTS - 1).fill('code-invalid'), 'code-attempts'])
    expect(await rowsOf(to)).toMatchObject([{ attempts: CODE_MAX_ATTEMPTS, used: false }])
    expect(messageFromRegister({ code: await codeOf(check(to, code)) })).toBe('验证码尝试次数过多，请重新获取')
    clock.nowMs += 1
    const fresh = await sent(to)
    expect(await codeOf(check(to, fresh))).toBe('ok')
  })

  it('lets parallel guesses try no more often than the maximum', async () => {
    const to = subject()
    const code = await sent(to)
    const wrong = Array.from({ length: 40 }, (_, n) => String(n).padStart(6, '1')).filter((guess) => guess !== code)
    await Promise.all(wrong.map((guess) => codeOf(check(to, guess))))
    expect(await rowsOf(to)).toMatchObject([{ attempts: CODE_MAX_ATTEMPTS }])
    expect(await codeOf(check(to, code))).toBe('code-attempts')
  })

  it('fits no other number, purpose or person, and no older email', async () => {
    const userId = crypto.randomUUID()
    await database.query(`insert into auth_users (id, name, email) values ($1, '', $2)`, [userId, `${userId}@b.com`])
    const to = subject({ purpose: 'bind_account', userId })
    const code = await sent(to)
    for (const other of [
      { ...to, target: '13911111111' },
      { ...to, purpose: 'login' as const },
      { ...to, userId: crypto.randomUUID() },
      { ...to, userId: null },
      { ...to, targetType: 'email' as const },
    ])
      expect(await codeOf(check(other, code))).toBe(other.userId ? 'code-invalid' : 'code-other-browser')
    clock.nowMs += 1000
    const newer = await sent(to)
    if (newer !== code) expect(await codeOf(check(to, code))).toBe('code-invalid')
    expect(await codeOf(check(to, newer))).toBe('ok')
  })
})

it('what nobody can use any more is removed, and nothing else', async () => {
  await database.query('delete from verification_limits')
  const old = subject()
  await sent(old)
  clock.nowMs += 2 * 24 * 60 * MINUTE_MS
  const young = subject()
  await sent(young)
  const short = createRateLimiter(database, clock)
  await short.consume('over', { max: 1, windowMs: MINUTE_MS })
  clock.nowMs += 16 * MINUTE_MS
  await short.consume('open', { max: 1, windowMs: MINUTE_MS })
  await removeOldCodes({ database, clock })
  expect(await database.query('select count from auth_rate_limits')).toHaveLength(1)
  expect(await rowsOf(old)).toEqual([])
  expect(await rowsOf(young)).toHaveLength(1)
  const counters = await database.query<{ n: number }>('select count(*)::int as n from verification_limits')
  expect(counters[0]!.n).toBe(2)
})
