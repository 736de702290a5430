// A service with an administrator, made the documented way: registered, STARTUP_ADMIN_EMAIL, and a restart.
import { ADMIN_EMAIL, register } from './person.ts'
import { type Service, startService } from './service.ts'

export async function startServiceWithAdmin(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ STARTUP_ADMIN_EMAIL: ADMIN_EMAIL, TRUSTED_PROXIES: '127.0.0.1', ...settings })
  await register(ADMIN_EMAIL, service.origin)
  await service.kill()
  await service.restart()
  return service
}
