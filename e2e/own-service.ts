// A service with its own settings for the journeys of one file, used in `beforeAll` and `afterAll`.
import { type Service, startService } from './service.ts'

export async function startOwnService(settings: Record<string, string>): Promise<() => Promise<void>> {
  return leadTo(await startService({ TRUSTED_PROXIES: '127.0.0.1', ...settings }))
}

/** Every address of the journeys leads to this service, until the returned function stops it; its books must agree then. */
export function leadTo(service: Service): () => Promise<void> {
  const before = process.env.E2E_ORIGIN
  process.env.E2E_ORIGIN = service.origin
  return async () => {
    process.env.E2E_ORIGIN = before
    try {
      await service.audit()
    } finally {
      await service.stop()
    }
  }
}
