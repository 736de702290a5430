// Codes that come by email instead of a password or a link.
import { vi } from 'vitest'
import { TEST_PASSWORD } from '../test-person.ts'
import { asPerson, asStranger, type WorldCall } from './as-person.ts'
import { CODES, EVENTS_AND_CODES, tieGithub } from './calls-of-account.ts'
import { askedAsStranger, type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'

/** The code in the newest email to this address. */
async function mailedCode({ emails }: FireWorld, email: string): Promise<string> {
  const find = () => emails.findLast(({ to, subject }) => to === email && /验证码/.test(subject))
  const mail = await vi.waitUntil(find, 10_000)
  return /\b[A-Z0-9]{6}\b/.exec(mail!.text)![0]
}

/** Signs in by GitHub alone. */
async function unbindEmail(world: FireWorld, person: FirePerson): Promise<void> {
  await tieGithub(world, person)
  const { methods } = await person.api.loginMethods.list()
  const { id } = methods.find(({ type }) => type === 'email')!
  await person.api.loginMethods.unbind({ id, password: TEST_PASSWORD })
}

export const CALLS_OF_MAILED_CODES: readonly WorldCall[] = [
  asStranger('account.emailCode.send', async ({ newcomer }) => ({ email: (await newcomer()).email }), {
    differs: CODES,
  }),
  asStranger('account.recovery.sendCode', async ({ newcomer }) => ({ email: (await newcomer()).email }), {
    differs: CODES,
  }),
  {
    name: 'rpc account.recovery.check',
    differs: CODES,
    prepare: async (world) => {
      const { email } = await world.newcomer()
      const headers = await askedAsStranger(world, 'account.recovery.sendCode', { email })
      const code = await mailedCode(world, email)
      return { request: rpcRequest('account.recovery.check', { headers }, { email, code }) }
    },
  },
  asPerson(
    'loginMethods.email.sendCode',
    async (world, person) => {
      await unbindEmail(world, person)
      return {}
    },
    { differs: CODES, between: 'a code may be stored that never left' },
  ),
  asPerson(
    'loginMethods.email.confirm',
    async (world, person) => {
      await unbindEmail(world, person)
      await person.api.loginMethods.email.sendCode({})
      return { code: await mailedCode(world, person.email) }
    },
    { differs: EVENTS_AND_CODES },
  ),
]
