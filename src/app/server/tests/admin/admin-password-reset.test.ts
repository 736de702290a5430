// The email for a new password that an admin sends, over HTTP with a mail account (document 2 §6, §7; C-33, C-40, U-45).

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const emails: EmailMessage[] = []
let mailFails = false
let foundation: Foundation
let service: Service
let admin: TestPerson
const own = () => foundation.settings.publicOrigin
const origin = () => `http://127.0.0.1:${service.port}`
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), own())(...call)
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)

beforeAll(async () => {
  const mailer = {
    delivers: true,
    send: async (message: EmailMessage) => {
      if (mailFails) throw new Error('the mail account is full')
      emails.push(message)
    },
  }
  foundation = { ...(await openTestFoundation()), mailer }
  service = await startOn(foundation)
  admin = await signUp('operator@reset.example.com')
  await query(`update user_profiles set user_type = 'admin' where id = $1`, admin.userId)
  await admin.api.admin.session.open()
})
afterAll(() => service.stop())

async function signUp(email: string): Promise<TestPerson> {
  await post('/api/auth/sign-up/email', { email, password: TEST_PASSWORD, name: '', acceptedTerms: TERMS_VERSION })
  await query('update auth_users set email_verified = true where email = $1', email)
  return signInPerson(origin(), own(), email)
}
const send = (id: string) =>
  admin.api.admin.users.sendPasswordReset({ id }).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )
const logOf = (id: string) =>
  query<{ action: string; details: unknown }>(
    'select action, action_details as details from admin_action_logs where target_user_id = $1 order by created_at',
    id,
  )
const resetsTo = (email: string) => emails.filter(({ to, subject }) => to === email && subject.includes('重置'))

it('[ADM-USERS-25] [ADM-USERS-26] [ROLE-11] goes to the present address, opens a new password, and is logged', async () => {
  const email = 'forgetful@reset.example.com'
  const { userId } = await signUp(email)
  await query(`update user_profiles set initial_email = 'old@reset.example.com' where id = $1`, userId)
  expect(await send(userId)).toBe('ok')
  expect(await logOf(userId)).toEqual([{ action: 'reset_password', details: { email, outcome: 'sent' } }])
  const [message] = resetsTo(email)
  const link = new URL(/https?:\/\/\S+/.exec(message!.text)![0])
  expect(link.origin + link.pathname).toBe(`${own()}/auth/reset-password`)
  const halves = new URLSearchParams(link.hash.slice(1))
  const token = `${halves.get('access_token')}${halves.get('refresh_token')}`
  const answer = await post('/api/auth/reset-password', { token, newPassword: 'new-lantern-9' })
  expect(answer.status).toBe(200)
  const signIn = await post('/api/auth/sign-in/email', { email, password: 'new-lantern-9' })
  expect(signIn.status).toBe(200)
})

it('an account without a password is said to have none, and gets no email (U-45)', async () => {
  const email = 'provider@reset.example.com'
  const { userId } = await signUp(email)
  await query(`delete from auth_accounts where user_id = $1`, userId)
  expect(await send(userId)).toBe('reset-provider-account')
  expect(await send(crypto.randomUUID())).toBe('user-missing')
  expect([resetsTo(email), await logOf(userId)]).toEqual([[], []])
})

it('counts among the emails that an address may be sent, together with those that anybody asks for', async () => {
  const email = 'bombed@reset.example.com'
  const { userId } = await signUp(email)
  const answers: (string | undefined)[] = []
  for (let n = 0; n < 6; n += 1) answers.push(await send(userId))
  expect(answers.at(-1)).toBe('code-too-often')
  const taken = answers.filter((answer) => answer === 'ok').length
  expect(taken).toBeGreaterThan(0)
  expect([resetsTo(email).length, (await logOf(userId)).length]).toEqual([taken, taken])
  const own = await post('/api/auth/request-password-reset', { email })
  expect(own.status).toBe(429)
})

it('an email that the mail account does not take is no success, and the log says so', async () => {
  const email = 'failing@reset.example.com'
  const { userId } = await signUp(email)
  mailFails = true
  expect(await send(userId)).toBe('email-failed')
  mailFails = false
  expect(await logOf(userId)).toEqual([
    { action: 'reset_password', details: { email, outcome: 'sent' } },
    { action: 'reset_password', details: { email, outcome: 'failed', log_id: expect.any(String) } },
  ])
})
