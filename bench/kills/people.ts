// What people do while processes are killed: customers send pictures, start runs, cancel, remove; an administrator changes credits.
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { TEST_PASSWORD } from '../../src/app/server/testing/test-person.ts'
import type { AdminUserChange } from '../../src/features/admin/users-contract.ts'
import type { Job, Upload } from '../../src/features/processing/contract.ts'
import { startOf } from '../../src/features/processing/testing/start-of.ts'
import type { Answer, Caller } from './caller.ts'
import type { Journal, Merge, Start } from './journal.ts'
import type { Random } from './random.ts'

const MODELS = ['lighting/adjust', 'denoise/normal', 'sharpen/standard/strong', 'enhance/standard/standard-v2'] as const
const OPEN_AT_ONCE = 3
const PAUSE_MS = 300
/** A lost answer may have ended the session already; then no event comes, and nothing is checked. */
const LEAVE_TRIES = 20
const CREDITS_GIVEN = 10
const LOW_CREDITS = 40

const picture = await sharp({
  create: {
    width: 320,
    height: 240,
    channels: 3,
    background: '#446688',
    noise: { type: 'gaussian', mean: 128, sigma: 20 },
  },
})
  .png()
  .toBuffer()

export interface Scene {
  readonly journal: Journal
  readonly random: Random
  readonly isOver: () => boolean
}

export async function beCustomer(caller: Caller, scene: Scene): Promise<void> {
  while (!scene.isOver()) {
    const choice = scene.random.next()
    if (choice < 0.45) await sendAndStart(caller, scene)
    else if (choice < 0.6) await cancelOne(caller, scene)
    else if (choice < 0.7) await removeOne(caller, scene)
    else await readOne(caller, scene)
    await delay(scene.random.between(0, PAUSE_MS))
  }
}

export async function sendPicture(caller: Caller, { journal }: Scene): Promise<string | undefined> {
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', new Blob([new Uint8Array(picture)]), 'photo.png')
  const sent = await caller.call<Upload>('upload', 'POST', '/api/uploads', form)
  if (sent === 'lost' || 'refused' in sent) return undefined
  journal.uploads.set(sent.body.id, caller.userId)
  return sent.body.id
}

async function sendAndStart(caller: Caller, scene: Scene): Promise<void> {
  if (openStartsOf(caller, scene.journal).length >= OPEN_AT_ONCE) return readOne(caller, scene)
  const uploadId = await sendPicture(caller, scene)
  if (uploadId) await startRun(caller, scene, uploadId)
}

/** Presses again with the same key until the service has answered, as the tool page does. */
export async function startRun(caller: Caller, { journal, random, isOver }: Scene, uploadId: string): Promise<void> {
  const order = startOf({ uploadId }, random.pick(MODELS))
  const start: Start = { person: caller.userId, uploadId, startKey: order.startKey }
  journal.starts.set(order.startKey, start)
  while (!isOver()) {
    const answer = await caller.call<Job>('start', 'POST', '/api/v1/jobs', order)
    if (answer !== 'lost') {
      if ('body' in answer) start.jobId = answer.body.id
      return
    }
    await delay(PAUSE_MS)
  }
}

async function cancelOne(caller: Caller, { journal, random }: Scene): Promise<void> {
  const start = random.pick(openStartsOf(caller, journal))
  if (start) note(start, await caller.call<Job>('cancel', 'POST', `/api/v1/jobs/${start.jobId}/cancel`, {}))
}

async function readOne(caller: Caller, { journal, random }: Scene): Promise<void> {
  const start = random.pick(openStartsOf(caller, journal))
  if (start) note(start, await caller.call<Job>('look', 'GET', `/api/v1/jobs/${start.jobId}`))
}

async function removeOne(caller: Caller, { journal, random }: Scene): Promise<void> {
  const own = [...journal.uploads].filter(([id, owner]) => owner === caller.userId && !journal.removedUploads.has(id))
  const uploadId = random.pick(own)?.[0]
  if (!uploadId) return
  const answer = await caller.call('remove', 'POST', '/api/v1/history/remove', { uploadIds: [uploadId] })
  if (answer !== 'lost' && 'body' in answer) journal.removedUploads.add(uploadId)
  // Removed or not: nobody knows, so nothing is claimed of it.
  if (answer === 'lost') journal.uploads.delete(uploadId)
}

function note(start: Start, answer: Answer<Job>): void {
  if (answer === 'lost' || 'refused' in answer) return
  start.isCompleted = answer.body.status === 'completed'
  start.isFailed = answer.body.status === 'failed'
}

const openStartsOf = (caller: Caller, journal: Journal): Start[] =>
  [...journal.starts.values()].filter(
    (start) =>
      start.person === caller.userId &&
      start.jobId &&
      !start.isCompleted &&
      !start.isFailed &&
      journal.uploads.has(start.uploadId) &&
      !journal.removedUploads.has(start.uploadId),
  )

/** Keeps everybody in credits; each change names the balance that was seen. */
export async function beAdministrator(
  caller: Caller,
  customers: readonly Caller[],
  { journal, random, isOver }: Scene,
): Promise<void> {
  while (!isOver()) {
    const id = random.pick(customers)!.userId
    const read = await caller.call<AdminUserChange>('read a user', 'GET', `/api/v1/admin/users/${id}`)
    if (read !== 'lost' && 'refused' in read)
      await caller.call('open the back office', 'POST', '/api/v1/admin/session', {})
    if (read !== 'lost' && 'body' in read) {
      const { userType, creditsRemaining } = read.body.user
      const target = creditsRemaining < LOW_CREDITS ? creditsRemaining + CREDITS_GIVEN : LOW_CREDITS
      const edit = { creditsRemaining: target, seen: { userType, creditsRemaining }, reason: 'kills' }
      const done = await caller.call<AdminUserChange>('change credits', 'PATCH', `/api/v1/admin/users/${id}`, edit)
      if (done !== 'lost' && 'body' in done && target !== creditsRemaining) journal.creditEdits.add(done.body.logId)
      // Without the proof, which lasts minutes, customers run out of credits and nothing is started any more.
      if (done !== 'lost' && 'refused' in done && done.refused.includes('admin-proof-needed'))
        await caller.call('prove', 'POST', '/api/v1/admin/session/proof', { password: TEST_PASSWORD })
    }
    await delay(random.between(0, 3 * PAUSE_MS))
  }
}

/** A person who comes, starts a run and asks at once for the end of the account. */
export async function comeAndLeave(caller: Caller, scene: Scene): Promise<void> {
  const uploadId = await sendPicture(caller, scene)
  if (uploadId) await startRun(caller, scene, uploadId)
  for (let attempt = 0; attempt < LEAVE_TRIES && !scene.isOver(); attempt += 1) {
    const asked = await caller.call('leave', 'POST', '/api/v1/account/data/deletion', { password: TEST_PASSWORD })
    if (asked !== 'lost') {
      if ('body' in asked) scene.journal.leavers.add(caller.userId)
      return
    }
    await delay(PAUSE_MS)
  }
}

/** Two accounts of one person, one with a picture, become one; `again` signs the other one in after the beginning, which is its proof. */
export async function mergeTwo(
  primary: Caller,
  merged: Caller,
  again: () => Promise<Caller | undefined>,
  scene: Scene,
): Promise<void> {
  const uploadId = await sendPicture(merged, scene)
  if (!uploadId) return
  // The picture changes its owner, so it is proved with the merge.
  scene.journal.uploads.delete(uploadId)
  const password = { password: TEST_PASSWORD }
  const begun = await untilAnswered(scene, () =>
    primary.call('begin a merge', 'POST', '/api/v1/account/merge', password),
  )
  const ticket = begun && 'body' in begun && begun.cookies.find((cookie) => cookie.startsWith('huanying.merge='))
  if (!ticket) return
  const other = await again()
  if (!other) return
  const merge: Merge = { primary: primary.userId, merged: merged.userId, uploadId, isAnswered: false }
  scene.journal.merges.push(merge)
  const extra = { cookie: ticket.split(';')[0]! }
  const done = await untilAnswered(scene, () => other.call('merge', 'POST', '/api/v1/account/merge/confirm', {}, extra))
  merge.isAnswered = done !== undefined && 'body' in done
}

async function untilAnswered<Body>(
  { isOver }: Scene,
  ask: () => Promise<Answer<Body>>,
): Promise<Exclude<Answer<Body>, 'lost'> | undefined> {
  while (!isOver()) {
    const answer = await ask()
    if (answer !== 'lost') return answer
    await delay(PAUSE_MS)
  }
  return undefined
}
