// The phone through its calls and routes on a real database and a gateway that checks signatures, also by people who attack it
// (document 1 §4, §5, §7, §8; P-06, P-07, U-05, U-33).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { createGatewaySender } from '#platform/server/sms/gateway-sender.ts'
import { type FakeGateway, startFakeGateway } from '#platform/server/sms/testing/fake-gateway.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { WorkTask } from '../../contract.ts'
import { totpOf } from '../testing/authenticator.ts'
import { solveWork } from '../testing/solve-work.ts'
import { type Answer, openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

const PASSWORD = 'lamp-1734'
let gateway: FakeGateway
let service: TestAccounts
let people = 0

beforeAll(async () => {
  gateway = await startFakeGateway()
  service = await openTestAccounts({ sms: createGatewaySender(gateway, systemClock, 1000) })
})
afterAll(async () => {
  await service.close()
  await gateway.close()
})
beforeEach(() => {
  gateway.behaviour = 'accept'
})

interface Person {
  readonly browser: TestBrowser
  readonly headers: Record<string, string>
  readonly email: string
  readonly userId: string
}
async function person(): Promise<Person> {
  const email = `phone${++people}@example.com`
  const browser = service.openBrowser()
  await browser.signUp(email, PASSWORD)
  const headers = { authorization: `Bearer ${await browser.token()}` }
  const profile = (await browser.call('profile/get', undefined, headers)).body as { id: string }
  return { browser, headers, email, userId: profile.id }
}
const freshPhone = () => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

async function proofFor(browser: TestBrowser, phone: string) {
  const { body } = await browser.call('phone/task')
  return solveWork(body as WorkTask, phone)
}
async function askBindCode({ browser, headers }: Person, phone: string, password: string | undefined = PASSWORD) {
  const proof = await proofFor(browser, phone)
  return browser.call('phone/sendBindCode', { phone, proof, password }, headers)
}
const bindWith = ({ browser, headers }: Person, phone: string, code: string) =>
  browser.call('phone/confirm', { phone, code }, headers)
async function bound(who: Person, phone = freshPhone()): Promise<string> {
  expect((await askBindCode(who, phone)).status).toBe(200)
  expect((await bindWith(who, phone, gateway.lastCode(phone))).status).toBe(200)
  return phone
}
async function askLoginCode(browser: TestBrowser, phone: string) {
  return browser.call('phone/sendLoginCode', { phone, proof: await proofFor(browser, phone) })
}
const signIn = (browser: TestBrowser, phone: string, code: string, redirect?: string) =>
  browser.auth('/sign-in/phone-number', { phone, code, ...(redirect && { redirect }) })
const methodsOf = ({ userId }: Pick<Person, 'userId'>) =>
  service.database.query(
    `select method_type, method_value, is_primary, status from user_login_methods where user_id = $1 order by method_type, created_at`,
    [userId],
  )
const recordsOf = (phone: string) =>
  service.database.query<{ id: string }>('select id from verification_codes where target_value = $1', [phone])

describe('binding', () => {
  it('sends a code, and the right one binds the number: profile and login method', async () => {
    const who = await person()
    const phone = freshPhone()
    expect((await askBindCode(who, phone)).status).toBe(200)
    expect(gateway.messages.at(-1)).toMatchObject({ to: `+86${phone}`, params: { minutes: '10' } })
    const { status, body } = await bindWith(who, phone, gateway.lastCode(phone))
    expect(status).toBe(200)
    expect(body).toMatchObject({ phone, phone_region: '+86', phone_verified: true })
    expect(await methodsOf(who)).toMatchObject([
      { method_type: 'email', is_primary: true },
      { method_type: 'phone', method_value: phone, is_primary: false, status: 'active' },
    ])
    const kept = await service.database.query(
      `select s.delivery_status, s.delivery_answer from sms_verification_codes s where s.phone = $1`,
      [phone],
    )
    expect(kept).toMatchObject([{ delivery_status: 'accepted', delivery_answer: { status: 202 } }])
    // Sent beside the answer.
    await expect
      .poll(() => service.emails.at(-1))
      .toMatchObject({ to: who.email, subject: expect.stringContaining('手机号') })
  })

  it('[VALID-PHONE-03] refuses a number of another account, and only to whoever holds it', async () => {
    const phone = await bound(await person())
    const other = await person()
    expect((await askBindCode(other, phone)).status).toBe(200)
    const answer = await bindWith(other, phone, gateway.lastCode(phone))
    expect([answer.status, codeOf(answer)]).toEqual([409, 'phone-taken'])
    expect((await methodsOf(other)).map((row) => (row as { method_type: string }).method_type)).toEqual(['email'])
  })

  it('two people who bind one number at once: one gets it', async () => {
    const [one, two] = [await person(), await person()]
    const phone = freshPhone()
    await askBindCode(one, phone)
    const first = gateway.lastCode(phone)
    await askBindCode(two, phone)
    const second = gateway.lastCode(phone)
    const answers = await Promise.all([bindWith(one, phone, first), bindWith(two, phone, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a new number replaces the one before, which signs nobody in any more', async () => {
    const who = await person()
    const before = await bound(who)
    const after = await bound(who)
    expect(codeOf(await askBindCode(who, after))).toBe('phone-same')
    const active = (await methodsOf(who)).filter((row) => (row as { status: string }).status === 'active')
    expect(active).toMatchObject([{ method_type: 'email' }, { method_type: 'phone', method_value: after }])
    const visitor = service.openBrowser()
    await askLoginCode(visitor, before)
    expect(codeOf(await signIn(visitor, before, gateway.lastCode(before)))).toBe('phone-unknown')
  })

  it('needs the session cookie and the password: an access token alone binds nothing', async () => {
    const who = await person()
    const phone = freshPhone()
    const thief = service.openBrowser()
    const proof = await proofFor(thief, phone)
    const stolen = await thief.call('phone/sendBindCode', { phone, proof, password: PASSWORD }, who.headers)
    expect(codeOf(stolen)).toBe('session-expired')
    expect(codeOf(await askBindCode(who, phone, 'wrong123'))).toBe('password-wrong')
    expect(await recordsOf(phone)).toEqual([])
  })

  it('refuses what is no number, also one that carries a header, before any message', async () => {
    const who = await person()
    const before = gateway.bodies.length
    for (const phone of [
      '12800000000',
      '1380000000',
      '+8613800000000',
      '13800000000\r\nX: 1',
      '１３８００００００００',
    ])
      expect(codeOf(await askBindCode(who, phone))).toBe('phone-invalid')
    expect(codeOf(await askBindCode(who, ''))).toBe('code-incomplete')
    expect(gateway.bodies).toHaveLength(before)
  })

  it('a code made for somebody else, or for signing in, binds nothing', async () => {
    const [owner, thief] = [await person(), await person()]
    const phone = freshPhone()
    await askBindCode(owner, phone)
    expect(codeOf(await bindWith(thief, phone, gateway.lastCode(phone)))).toBe('code-invalid')
    await askLoginCode(thief.browser, phone)
    expect(codeOf(await bindWith(thief, phone, gateway.lastCode(phone)))).toBe('code-invalid')
  })

  it('unbinding takes the number out of the profile; later it can be bound again', async () => {
    const who = await person()
    const phone = await bound(who)
    const [row] = await service.database.query<{ id: string }>(
      `select id from user_login_methods where user_id = $1 and method_type = 'phone'`,
      [who.userId],
    )
    const input = { id: row!.id, password: PASSWORD }
    expect((await who.browser.call('loginMethods/unbind', input, who.headers)).status).toBe(200)
    const { body } = await who.browser.call('profile/get', undefined, who.headers)
    expect(body).toMatchObject({ phone: null, phone_verified: false, phone_verified_at: null })
    expect(await methodsOf(who)).toMatchObject([{ method_type: 'email' }, { method_value: phone, status: 'disabled' }])
    expect(await bound(who, phone)).toBe(phone)
  })
})

describe('a gateway in trouble', () => {
  it.each(['refuse', 'hang', 'break-off', 'nonsense'] as const)(
    '[VERIF-03] [VERIF-19] %s: said, and the record is gone',
    async (behaviour) => {
      const who = await person()
      const phone = freshPhone()
      gateway.behaviour = behaviour
      const answer = await askBindCode(who, phone)
      expect([answer.status, codeOf(answer)]).toEqual([503, 'sms-failed'])
      expect(messageFromRegister(answer.body)).toBe('短信发送失败，请稍后重试')
      expect(await recordsOf(phone)).toEqual([])
      const kept = await service.database.query(
        'select delivery_status, delivery_answer from sms_verification_codes where phone = $1',
        [phone],
      )
      expect(kept).toMatchObject([{ delivery_status: 'failed' }])
    },
  )
})

it('a code that has left is good though the answer of the gateway cannot be kept', async () => {
  const who = await person()
  const phone = freshPhone()
  const kept = 'alter table sms_verification_codes'
  await service.database.query(`${kept} add constraint away check (delivery_status <> 'accepted') not valid`)
  try {
    expect((await askBindCode(who, phone)).status).toBe(200)
  } finally {
    await service.database.query(`${kept} drop constraint away`)
  }
  expect((await bindWith(who, phone, gateway.lastCode(phone))).status).toBe(200)
})

describe('the work before a message', () => {
  it('is checked, for this number only, and counts once', async () => {
    const who = await person()
    const phone = freshPhone()
    const proof = await proofFor(who.browser, phone)
    const ask = (over: object, to = phone) =>
      who.browser.call(
        'phone/sendBindCode',
        { phone: to, proof: { ...proof, ...over }, password: PASSWORD },
        who.headers,
      )
    expect(codeOf(await ask({ nonce: proof.nonce + 1 }))).toBe('code-proof-invalid')
    expect(codeOf(await ask({ ticket: 'made up' }))).toBe('code-proof-invalid')
    expect(codeOf(await ask({}, freshPhone()))).toBe('code-proof-invalid')
    expect((await ask({})).status).toBe(200)
    expect(codeOf(await ask({}))).toBe('code-proof-invalid')
    const late = await proofFor(who.browser, phone)
    service.clock.nowMs += 6 * 60_000
    const answer = await who.browser.call('phone/sendLoginCode', { phone, proof: late })
    expect(codeOf(answer)).toBe('code-proof-invalid')
    service.clock.nowMs = Date.now()
  })

  it('parallel requests with one piece of work send one message', async () => {
    const browser = service.openBrowser()
    const phone = freshPhone()
    const proof = await proofFor(browser, phone)
    const before = gateway.messages.length
    const answers = await Promise.all([1, 2, 3].map(() => browser.call('phone/sendLoginCode', { phone, proof })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(gateway.messages).toHaveLength(before + 1)
  })
})

describe('signing in with a code', () => {
  it('[CALL-ACC-10] makes a session that is listed as a device, and answers where to go, on this origin only', async () => {
    const who = await person()
    const phone = await bound(who)
    const browser = service.openBrowser()
    await askLoginCode(browser, phone)
    const answer = await signIn(browser, phone, gateway.lastCode(phone), '/profile/history')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ redirect: '/profile/history' })
    const session = (await browser.call('session')).body as { user: object }
    expect(session.user).toMatchObject({ id: who.userId, phone })
    const headers = { authorization: `Bearer ${await browser.token()}` }
    expect((await browser.call('devices/list', undefined, headers)).body).toHaveLength(2)

    const again = service.openBrowser()
    await askLoginCode(again, phone)
    const elsewhere = await signIn(again, phone, gateway.lastCode(phone), 'https://evil.example/')
    expect(elsewhere.body).toMatchObject({ redirect: '/' })
  })

  it('answers alike for a number that has an account and one that has none, until it is proved', async () => {
    const phone = await bound(await person())
    const stranger = freshPhone()
    const browser = service.openBrowser()
    const [known, unknown] = [await askLoginCode(browser, phone), await askLoginCode(browser, stranger)]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const wrong = async (to: string) => signIn(browser, to, otherThan(gateway.lastCode(to)))
    const [left, right] = [await wrong(phone), await wrong(stranger)]
    expect([left.status, left.body]).toEqual([right.status, right.body])
    expect(codeOf(left)).toBe('code-invalid')
    const proved = await signIn(browser, stranger, gateway.lastCode(stranger))
    expect([proved.status, codeOf(proved)]).toEqual([404, 'phone-unknown'])
    expect((await browser.call('session')).body).toBeNull()
  })

  it('a code signs in once, also when two requests come with it', async () => {
    const phone = await bound(await person())
    const browser = service.openBrowser()
    await askLoginCode(browser, phone)
    const code = gateway.lastCode(phone)
    const answers = await Promise.all([signIn(browser, phone, code), signIn(browser, phone, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(codeOf(await signIn(browser, phone, code))).toBe('code-invalid')
  })

  const guessesBeside = (code: string) =>
    Array.from({ length: 12 }, (_, n) => String(n).padStart(6, '2')).filter((guess) => guess !== code)

  it('guesses stop after five, also for the right code', async () => {
    const phone = await bound(await person())
    const browser = service.openBrowser()
    await askLoginCode(browser, phone)
    const code = gateway.lastCode(phone)
    const answers = await Promise.all(guessesBeside(code).map((guess) => signIn(browser, phone, guess)))
    expect(answers.every(({ status }) => status >= 400)).toBe(true)
    expect(codeOf(await signIn(browser, phone, code))).toBe('code-attempts')
  })

  it('what strangers type, and a code that they ask for, takes nothing from the owner (decision 0237)', async () => {
    const phone = await bound(await person())
    const [owner, stranger] = [service.openBrowser(), service.openBrowser()]
    await askLoginCode(owner, phone)
    const code = gateway.lastCode(phone)
    for (const guess of [...guessesBeside(code), code])
      expect(codeOf(await signIn(service.openBrowser(), phone, guess))).toBe('code-other-browser')
    await askLoginCode(stranger, phone)
    const strangersCode = gateway.lastCode(phone)
    for (const guess of guessesBeside(strangersCode).slice(0, 5)) await signIn(stranger, phone, guess)
    expect((await signIn(owner, phone, code)).status).toBe(200)
  })

  it('is half a sign-in where a second factor is on', async () => {
    const who = await person()
    const phone = await bound(who)
    const { body } = await who.browser.auth('/two-factor/enable', { password: PASSWORD })
    const { totpURI } = body as { totpURI: string }
    await who.browser.auth('/two-factor/verify-totp', { code: totpOf(totpURI) })
    const browser = service.openBrowser()
    await askLoginCode(browser, phone)
    const answer = await signIn(browser, phone, gateway.lastCode(phone))
    expect(answer.body).toMatchObject({ twoFactorRedirect: true })
    expect((await browser.call('session')).body).toBeNull()
    expect((await browser.auth('/two-factor/verify-totp', { code: totpOf(totpURI, 1) })).status).toBe(200)
    expect((await browser.call('session')).body).toMatchObject({ user: { id: who.userId } })
  })

  it('says nothing of who owns the address: it ends nothing, and proves no owner (decision 0239)', async () => {
    const who = await person()
    const phone = await bound(who)
    const browser = service.openBrowser()
    await askLoginCode(browser, phone)
    const answer = await signIn(browser, phone, gateway.lastCode(phone))
    expect(answer.body).not.toHaveProperty('earlierWaysRemoved')
    expect((await service.openBrowser().signIn(who.email, PASSWORD)).status).toBe(200)
    const [user] = await service.database.query('select owner_proven_at from auth_users where id = $1', [who.userId])
    expect(user).toEqual({ owner_proven_at: null })
  })

  it('a code for binding signs nobody in', async () => {
    const who = await person()
    const phone = await bound(who)
    const other = await person()
    await askBindCode(other, phone)
    expect(codeOf(await signIn(other.browser, phone, gateway.lastCode(phone)))).toBe('code-other-browser')
  })
})

describe('without an SMS account', () => {
  it('no call pretends: options say so, sends and tasks are refused', async () => {
    const bare = await openTestAccounts()
    const browser = bare.openBrowser()
    expect((await browser.call('options')).body).toMatchObject({ sms: false })
    const answer = await browser.call('phone/task')
    expect([answer.status, codeOf(answer)]).toEqual([503, 'sms-not-configured'])
    await bare.close()
    expect((await service.openBrowser().call('options')).body).toMatchObject({ sms: true })
  })
})
