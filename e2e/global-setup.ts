// Starts the real product once for all journeys: built browser side, real engine, a data folder of its own, and an
// administrator made the documented way (STARTUP_ADMIN_EMAIL and a restart).
import { ADMIN_EMAIL, register } from './person.ts'
import { startService } from './service.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService({ STARTUP_ADMIN_EMAIL: ADMIN_EMAIL, TRUSTED_PROXIES: '127.0.0.1' })
  process.env.E2E_ORIGIN = service.origin
  await register(ADMIN_EMAIL)
  await service.kill()
  await service.restart()
  return () => service.stop()
}
