// Pictures and runs of the people under fire.
import { vi } from 'vitest'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { FirePerson, FireWorld } from './fire-world.ts'
import { CONSENT, pictureBytes } from './sample-parts.ts'

const CHECK_MS = 15

/** A start that would be accepted. */
export async function readyToStart({ foundation }: FireWorld, person: FirePerson) {
  await person.api.processing.consent.give(CONSENT)
  return startOf({ uploadId: await createTestUpload(foundation, person.userId) })
}

/** No run of this person is under way. */
export async function ended({ query }: FireWorld, userId: string, timeout = 20_000): Promise<void> {
  const open = `select id from processing_history where user_id = $1 and status in ('pending', 'processing')`
  await vi.waitUntil(async () => (await query(open, userId)).length === 0, { interval: CHECK_MS, timeout })
}

export async function finishedRun(world: FireWorld, person: FirePerson) {
  world.provider.next({})
  const start = await readyToStart(world, person)
  const { id, uploadId } = await person.api.processing.jobs.start(start)
  await ended(world, person.userId)
  return { jobId: id, uploadId }
}

/** It does not end by itself. */
export async function hangingRun(world: FireWorld, person: FirePerson): Promise<string> {
  world.provider.next({ hangs: true })
  const before = world.provider.requests.length
  const { id } = await person.api.processing.jobs.start(await readyToStart(world, person))
  await vi.waitUntil(() => world.provider.requests.length > before, { interval: CHECK_MS, timeout: 20_000 })
  world.provider.next({})
  return id
}

export async function pictureForm(more: Readonly<Record<string, string>> = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(await pictureBytes())], { type: 'image/png' }), 'photo.png')
  return form
}
