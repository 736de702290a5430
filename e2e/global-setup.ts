// Starts the real product once for all journeys: built browser side, real engine, a data folder of its own, and an administrator.
import { startServiceWithAdmin } from './service-with-admin.ts'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startServiceWithAdmin()
  return () => service.stop()
}
