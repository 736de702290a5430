// A service with an administrator, made as operators make one: registered, and `npm run admin` beside it. The other way, STARTUP_ADMIN_EMAIL and a
// restart, costs three seconds more of processor time; `seeded-office.ts` and `restricted.e2e.ts` restart anyway and go it.
import { ADMIN_EMAIL, register } from './person.ts'
import { type Service, startService } from './service.ts'

export async function startServiceWithAdmin(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ TRUSTED_PROXIES: '127.0.0.1', ...settings })
  await register(ADMIN_EMAIL, service.origin)
  await service.appoint(ADMIN_EMAIL)
  return service
}
