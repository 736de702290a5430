// A service with settings of its own for the journeys of one file: every address of theirs leads to it until the returned function
// stops it. Use it in `beforeAll` and `afterAll`.
import { startService } from './service.ts'

export async function startOwnService(settings: Record<string, string>): Promise<() => Promise<void>> {
  const service = await startService({ TRUSTED_PROXIES: '127.0.0.1', ...settings })
  const before = process.env.E2E_ORIGIN
  process.env.E2E_ORIGIN = service.origin
  return async () => {
    process.env.E2E_ORIGIN = before
    await service.stop()
  }
}
