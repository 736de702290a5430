// What no journey can wait for, days and faults of a database, written into the embedded database of a service that stands still meanwhile.
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Service } from './service.ts'

export async function whileItStands(service: Service, statements: string): Promise<void> {
  await service.kill()
  const database = await PGlite.create(join(service.dataDir, 'pglite'))
  await database.exec(statements)
  await database.close()
  await service.restart()
}
