// A run that ends by a fault of ours while the vendor has its task: what is stopped there, what is fetched later, and who pays for it.
import { symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestUser, readMoney, watchToEnd } from '../../testing/test-service.ts'
import { createQuickEngine } from './testing/quick-engine.ts'
import { openTopazService, type TopazService } from './testing/topaz-service.ts'
import type { TopazOptions } from './topaz-provider.ts'

let { emulator, service, start, close } = {} as TopazService

async function open(changes: Partial<TopazOptions> = {}): Promise<void> {
  const timing = { heartbeatMs: 200, recoverMs: 1e9, latePollMs: 0 }
  ;({ emulator, service, start, close } = await openTopazService({
    topaz: () => changes,
    service: { overrides: { timing } },
  }))
}
afterEach(() => close())

describe('a full disk while the answer comes', () => {
  it('ends the run as that, free of charge, after one download', async () => {
    const engine = createQuickEngine()
    await open({
      engine: {
        ...engine,
        // The disk has room for what is sent, and none for what comes.
        async prepare(task, run) {
          await symlink('/dev/full', join(dirname(task.sourcePath), 'result.png.answer'))
          return engine.prepare(task, run)
        },
      },
    })
    const userId = await createTestUser(service.database)
    const end = (await watchToEnd(service, userId, await start(userId))).at(-1)
    expect(end).toMatchObject({ status: 'failed', error: { code: 'disk-full' } })
    expect(emulator.requests.filter(({ origin }) => origin === 'blob')).toHaveLength(1)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })
})
