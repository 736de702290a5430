// Starts the real product once for all journeys: built browser side, real engine, a data folder of its own.
import { startService } from './service.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService()
  process.env.E2E_ORIGIN = service.origin
  return () => service.stop()
}
