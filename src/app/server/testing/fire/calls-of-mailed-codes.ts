// Codes that come by email instead of a password or a link.
import { vi } from 'vitest'
import { asStranger, type WorldCall } from './as-person.ts'
import { CODES } from './calls-of-account.ts'
import type { FireWorld } from './fire-world.ts'

/** The code in the newest email to this address. */
async function mailedCode({ emails }: FireWorld, email: string): Promise<string> {
  const find = () => emails.findLast(({ to, subject }) => to === email && /验证码/.test(subject))
  const mail = await vi.waitUntil(find, 10_000)
  return /\b[A-Z0-9]{6}\b/.exec(mail!.text)![0]
}

export const CALLS_OF_MAILED_CODES: readonly WorldCall[] = [
  asStranger('account.emailCode.send', async ({ newcomer }) => ({ email: (await newcomer()).email }), {
    differs: CODES,
  }),
  asStranger('account.recovery.sendCode', async ({ newcomer }) => ({ email: (await newcomer()).email }), {
    differs: CODES,
  }),
  asStranger(
    'account.recovery.check',
    async (world) => {
      const { email, api } = await world.newcomer()
      await api.account.recovery.sendCode({ email })
      return { email, code: await mailedCode(world, email) }
    },
    { differs: CODES },
  ),
]
