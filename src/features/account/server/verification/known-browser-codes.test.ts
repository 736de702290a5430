// Strangers who ask for an owner's codes all day long (decision 0238): what is left for the browser in which the owner has signed in before.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { createGatewaySender } from '#platform/server/sms/gateway-sender.ts'
import { type FakeGateway, startFakeGateway } from '#platform/server/sms/testing/fake-gateway.ts'
import { CODE_DAILY_LIMITS, CODE_SEND_WINDOW_MS } from '#rulebook/account/verification-code.ts'
import type { WorkTask } from '../../contract.ts'
import { solveWork } from '../testing/solve-work.ts'
import { type Answer, openTestAccounts, type TestAccounts, type TestBrowser } from '../testing/test-accounts.ts'

let gateway: FakeGateway
let service: TestAccounts
let people = 0
beforeAll(async () => {
  gateway = await startFakeGateway()
  service = await openTestAccounts({ mailDelivers: true, sms: createGatewaySender(gateway, systemClock, 1000) })
})
afterAll(async () => {
  await service.close()
  await gateway.close()
})
beforeEach(() => {
  service.clock.nowMs = Date.now()
})

interface Way {
  /** What strangers know of a new account. */
  account(): Promise<string>
  ask(browser: TestBrowser, target: string): Promise<Answer>
  lastCode(target: string): Promise<string>
  enter(browser: TestBrowser, target: string, code: string): Promise<Answer>
}
async function newAccount(): Promise<string> {
  const email = `known-${++people}@example.com`
  await service.openBrowser().signUp(email)
  await service.database.query('update auth_users set email_verified = true where email = $1', [email])
  return email
}
const WAYS: Readonly<Record<string, Way>> = {
  'by mail': {
    account: newAccount,
    ask: (browser, email) => browser.call('emailCode/send', { email }),
    lastCode: async (email) => {
      await service.accounts.stop()
      return /([A-Z0-9]{6})$/.exec(service.emails.findLast(({ to }) => to === email)!.subject)![1]!
    },
    enter: (browser, email, code) => browser.auth('/sign-in/phone-number', { email, code }),
  },
  'by SMS': {
    account: async () => {
      const phone = `139${String(++people).padStart(8, '0')}`
      await service.database.query(
        `with bound as (update user_profiles set phone = $2 where id = (select id from auth_users where email = $1) returning id)
         insert into user_login_methods (user_id, method_type, method_value, verified) select id, 'phone', $2, true from bound`,
        [await newAccount(), phone],
      )
      return phone
    },
    ask: async (browser, phone) => {
      const { body } = await browser.call('phone/task')
      return browser.call('phone/sendLoginCode', { phone, proof: solveWork(body as WorkTask, phone) })
    },
    lastCode: async (phone) => gateway.lastCode(phone),
    enter: (browser, phone, code) => browser.auth('/sign-in/phone-number', { phone, code }),
  },
}
const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code

describe.each(Object.entries(WAYS))('codes %s', (_name, way) => {
  const askLater = async (browser: TestBrowser, target: string) => {
    service.clock.nowMs += CODE_SEND_WINDOW_MS + 1
    return way.ask(browser, target)
  }
  const enterHere = async (browser: TestBrowser, target: string) =>
    way.enter(browser, target, await way.lastCode(target))

  it('used up by strangers come to the browser that the account knows, and a few only', async () => {
    const target = await way.account()
    const [owner, lost] = [service.openBrowser(), service.openBrowser()]
    for (const browser of [owner, lost]) {
      expect((await askLater(browser, target)).status).toBe(200)
      expect((await enterHere(browser, target)).status).toBe(200)
      await browser.auth('/sign-out', {})
    }

    for (let n = 2; n < CODE_DAILY_LIMITS.target; n += 1)
      expect((await askLater(service.openBrowser(), target)).status).toBe(200)
    expect(codeOf(await askLater(service.openBrowser(), target))).toBe('code-daily-limit')
    // One of them is in other hands by now: it uses up its own.
    for (const browser of [lost, owner]) {
      for (let n = 0; n < CODE_DAILY_LIMITS.known; n += 1) expect((await askLater(browser, target)).status).toBe(200)
      expect((await enterHere(browser, target)).status).toBe(200)
      expect(codeOf(await askLater(browser, target))).toBe('code-daily-limit')
    }
  })

  it('of one account are of no use to a browser that another one knows', async () => {
    const [mine, other] = [await way.account(), await way.account()]
    const attacker = service.openBrowser()
    await way.ask(attacker, mine)
    expect((await enterHere(attacker, mine)).status).toBe(200)
    for (let n = 0; n < CODE_DAILY_LIMITS.target; n += 1) expect((await askLater(attacker, other)).status).toBe(200)
    expect(codeOf(await askLater(attacker, other))).toBe('code-daily-limit')
  })
})

it('for binding a number are not among the few, whatever the browser knows', async () => {
  const way = WAYS['by SMS']!
  const phone = await way.account()
  const browser = service.openBrowser()
  await way.ask(browser, phone)
  expect((await way.enter(browser, phone, await way.lastCode(phone))).status).toBe(200)
  await browser.auth('/sign-out', {})
  for (let n = 1; n < CODE_DAILY_LIMITS.target; n += 1) {
    service.clock.nowMs += CODE_SEND_WINDOW_MS + 1
    expect((await way.ask(service.openBrowser(), phone)).status).toBe(200)
  }

  const other = await newAccount()
  expect((await browser.signIn(other)).status).toBe(200)
  service.clock.nowMs += CODE_SEND_WINDOW_MS + 1
  const { body } = await browser.call('phone/task')
  const wish = { phone, proof: solveWork(body as WorkTask, phone), password: 'lamp-1734' }
  const answer = await browser.call('phone/sendBindCode', wish, { authorization: `Bearer ${await browser.token()}` })
  expect(codeOf(answer)).toBe('code-daily-limit')
  expect((await way.ask(browser, phone)).status).toBe(200)
})
