// A service with an administrator, made the documented way: registered, STARTUP_ADMIN_EMAIL, and a restart.
import { ADMIN_EMAIL, register } from './person.ts'
import { type Service, startService } from './service.ts'

/** Journeys' helpers call it from now on. */
export async function startServiceWithAdmin(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ STARTUP_ADMIN_EMAIL: ADMIN_EMAIL, TRUSTED_PROXIES: '127.0.0.1', ...settings })
  process.env.E2E_ORIGIN = service.origin
  await register(ADMIN_EMAIL)
  await service.kill()
  await service.restart()
  return service
}
