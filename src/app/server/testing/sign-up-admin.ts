// An administrator with an open admin session on a running service.
import type { Foundation } from '../open-foundation.ts'
import { signUpPerson, type TestPerson } from './test-person.ts'

export async function signUpAdmin(
  { database, settings }: Pick<Foundation, 'database' | 'settings'>,
  origin: string,
  email: string,
): Promise<TestPerson> {
  const person = await signUpPerson(origin, settings.publicOrigin, email)
  await database.query(`update user_profiles set user_type = 'admin' where id = $1`, [person.userId])
  await person.api.admin.session.open()
  return person
}
