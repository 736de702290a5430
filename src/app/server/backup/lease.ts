// A place that several machines can reach is one command's at a time: an object there names its holder and changes as long as the holder lives. Whoever
// finds one watches it instead of comparing clocks: what changes belongs to somebody, what does not is left over from a machine that is gone.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { BackupError } from './backup-parts.ts'

/** One small object. Reads may be late, writes of two machines may meet. */
export interface LeaseStore {
  read(): Promise<string | undefined>
  /** False where the server saw that something lies there already. TRAP: not every server looks. */
  putNew(text: string): Promise<boolean>
  put(text: string): Promise<void>
  remove(): Promise<void>
}

export interface LeaseTimes {
  readonly renewMs: number
  /** Without a success for so long, the holder gives up: before others may take it. */
  readonly lostMs: number
  /** Unchanged for so long, it is nobody's. */
  readonly staleMs: number
  /** From writing to reading back: another machine that wrote at the same moment is seen by then. */
  readonly settleMs: number
}

const TIMES: LeaseTimes = { renewMs: 10_000, lostMs: 60_000, staleMs: 90_000, settleMs: 1000 }

/** While `work` runs the place was taken, or could not be kept: whatever still runs must end at once. */
export class LeaseLostError extends BackupError {}

interface Holder {
  readonly owner: string
  readonly machine: string
  readonly since: string
  readonly heartbeat: number
}

/** Runs `work` as the only one at `place`. Throws BackupError while another machine has it, LeaseLostError when it is lost. */
export async function withLease<Result>(
  store: LeaseStore,
  place: string,
  work: () => Promise<Result>,
  times = TIMES,
): Promise<Result> {
  const leftOver = await refuseWhileHeld(store, place, times)
  const own = { owner: randomUUID(), machine: hostname(), since: new Date().toISOString() }
  const write = (heartbeat: number): string => JSON.stringify({ ...own, heartbeat } satisfies Holder)
  const isOurs = async () => ownerIn(await store.read()) === own.owner
  const found = await store.read()
  // Only what was watched is nobody's.
  if (found !== undefined && found !== leftOver) throw heldBy(place, found)
  // Only a new one can be told from a race by the server.
  if (found !== undefined) await store.put(write(0))
  else if (!(await store.putNew(write(0))) && !(await isOurs())) throw heldBy(place, await store.read())
  await delay(times.settleMs)
  if (!(await isOurs())) throw heldBy(place, await store.read())
  let heartbeat = 0
  const kept = keep(place, times, async () => {
    const owner = ownerIn(await store.read())
    // One that is gone is nobody else's: it is written anew.
    if (owner !== undefined && owner !== own.owner) throw lost(place)
    heartbeat += 1
    await store.put(write(heartbeat))
  })
  const giveUp = async () => {
    await kept.end()
    if (await isOurs().catch(() => false)) await store.remove().catch(() => undefined)
  }
  try {
    const result = await Promise.race([work(), kept.lost])
    await giveUp()
    return result
  } catch (error) {
    // Nothing is waited for: the command must end before another machine's work is touched.
    if (error instanceof LeaseLostError) void kept.end()
    else await giveUp()
    throw error
  }
}

/**
 * For who only reads there and may not be allowed to write; answers what a machine that is gone has left there. Throws BackupError
 * while a living machine has it.
 */
export async function refuseWhileHeld(store: LeaseStore, place: string, times = TIMES): Promise<string | undefined> {
  const found = await store.read()
  if (found === undefined) return undefined
  console.error(
    `${place} was taken ${wordsOf(found)}: looking whether that command is still at work, for at most ${times.staleMs / 1000} s. 正在确认该备份位置是否仍被其他机器使用，最多等待 ${times.staleMs / 1000} 秒。`,
  )
  for (const giveUpAtMs = performance.now() + times.staleMs; performance.now() < giveUpAtMs; ) {
    await delay(Math.min(times.renewMs / 4, times.staleMs))
    const now = await store.read()
    if (now === undefined) return undefined
    if (now !== found) throw heldBy(place, now)
  }
  return found
}

interface Kept {
  /** Rejects when the lease is lost; never resolves. */
  readonly lost: Promise<never>
  /** No heartbeat is on its way afterwards. */
  end(): Promise<void>
}

function keep(place: string, { renewMs, lostMs }: LeaseTimes, renew: () => Promise<void>): Kept {
  let renewedAtMs = performance.now()
  let renewing: Promise<void> | undefined
  let timer: NodeJS.Timeout
  const lostOnce = new Promise<never>((_, reject) => {
    const renewOnce = async () => {
      try {
        await renew()
        renewedAtMs = performance.now()
      } catch (error) {
        // Anything else may be the line's trouble, which passes.
        if (error instanceof LeaseLostError) reject(error)
      } finally {
        renewing = undefined
      }
    }
    timer = setInterval(() => {
      if (performance.now() - renewedAtMs > lostMs) reject(lost(place))
      else renewing ??= renewOnce()
    }, renewMs)
  })
  const end = async () => {
    clearInterval(timer)
    await renewing
  }
  return { lost: lostOnce, end }
}

function holderIn(text: string | undefined): Partial<Holder> {
  try {
    return JSON.parse(text ?? '{}') as Partial<Holder>
  } catch {
    return {}
  }
}

const ownerIn = (text: string | undefined): string | undefined => holderIn(text).owner

function wordsOf(text: string | undefined): string {
  const { machine, since } = holderIn(text)
  return `by ${machine ?? 'another machine'}${since ? ` at ${since}` : ''}`
}

const heldBy = (place: string, text: string | undefined): BackupError =>
  new BackupError(
    `Another machine is at work on ${place}, taken ${wordsOf(text)}: wait until it has ended, and give each service a place of its own. 另一台机器正在使用该备份位置，请等它结束；每个服务应使用各自的备份位置。`,
  )

const lost = (place: string): LeaseLostError =>
  new LeaseLostError(
    `Another machine took ${place}, or it could not be reached for too long: this command stopped where it stood. Run it again. 备份位置被另一台机器占用或长时间无法访问，本次操作已中止，请重新执行。`,
  )
