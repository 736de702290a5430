// A person who sets a new password while another browser is signed in, and what holds afterwards.
import { TEST_PASSWORD } from '../test-person.ts'
import { authPost, NEW_PASSWORD, resetToken } from './calls-of-sign-in.ts'
import type { FireWorld } from './fire-world.ts'

const PASSWORDS = { old: TEST_PASSWORD, new: NEW_PASSWORD }

export async function newPassword(world: FireWorld, path: string) {
  const person = await world.newcomer()
  const other = await world.anotherBrowser(person)
  const body =
    path === '/change-password'
      ? { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
      : { token: await resetToken(world, person), newPassword: NEW_PASSWORD }
  return {
    request: authPost(path, person.headers, body),
    signsIn: async (which: keyof typeof PASSWORDS) => {
      const entering = { email: person.email, password: PASSWORDS[which] }
      return (await world.send(authPost('/sign-in/email', world.stranger().headers, entering))).ok
    },
    isOtherIn: async () => {
      const { headers } = other
      const answer = await world.send({ method: 'POST', path: '/api/v1/account/session', headers, body: {} })
      return (await answer.json()) !== null
    },
  }
}
