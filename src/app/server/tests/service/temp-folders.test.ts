// What killed work left in the data folder's `tmp` goes by itself, also where only web processes use the folder; living work is left alone.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'
import type { Replacements } from '../../compose-features.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

const TWO_HOURS_MS = 2 * 3_600_000
const YOUNG = ['upload-going-on', 'upload-that-grows']
let foundation: Foundation
let service: Service | undefined
beforeEach(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
})
afterEach(async () => {
  await service?.stop()
  service = undefined
})

/** As beside workers on other machines: with the embedded database nobody else uses the folder. */
async function startWeb(replacements: Partial<Replacements> = {}): Promise<Service> {
  const beside = {
    ...foundation,
    database: { ...foundation.database, kind: 'server' as const },
    settings: { ...foundation.settings, role: 'web' as const },
  }
  service = await startOn(beside, { provider: createScriptedProvider(), ...replacements })
  return service
}

const root = () => tempRootIn(foundation.settings.dataDir)

function leave(name: string, ageMs: { folder: number; file: number }): void {
  const folder = join(root(), name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'received'), 'half a picture')
  const at = (ms: number) => new Date(Date.now() - ms)
  utimesSync(join(folder, 'received'), at(ageMs.file), at(ageMs.file))
  utimesSync(folder, at(ageMs.folder), at(ageMs.folder))
}

function leaveThree(): void {
  leave('upload-of-a-killed-process', { folder: TWO_HOURS_MS, file: TWO_HOURS_MS })
  leave('upload-going-on', { folder: 0, file: 0 })
  leave('upload-that-grows', { folder: TWO_HOURS_MS, file: 0 })
}

describe('a process that serves the web alone', () => {
  it('removes at its start what nobody touched for an hour', async () => {
    leaveThree()
    await startWeb()
    expect(readdirSync(root()).sort()).toEqual(YOUNG)
  })

  it('goes on looking while it serves', async () => {
    await startWeb({ timing: { sweepMs: 50 } })
    leaveThree()
    await expect.poll(() => readdirSync(root()).sort(), { timeout: 20_000 }).toEqual(YOUNG)
  })
})
