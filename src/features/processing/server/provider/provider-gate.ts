// The breaker of an account elsewhere (Topaz contract §11; decisions 0062, 0266): the first refusal of the account closes it for all workers, nothing more
// is sent, and the account is asked at long intervals whether it is well again. Where it is opened and refused again, the intervals grow.
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { GateRefusal, ProviderGate, VendorBalance, VendorTask } from './provider.ts'

const RECHECK_SECONDS = 60
/** Sixteen times the first interval. */
const MOST_DOUBLED = 4
const BALANCE_KEPT_MS = 60_000

export interface GateOptions {
  readonly database: Database
  readonly name: string
  readonly isConfigured: boolean
  readonly log: Log
  /** An account without credits is refused. Throws while the state is unknown. */
  readonly readBalance: () => Promise<VendorBalance>
  /** Whether a task would be taken, as far as that can be told for nothing. Throws while nobody can tell. */
  readonly takesTasks: () => Promise<boolean>
  readonly readTasks: () => Promise<readonly VendorTask[]>
  readonly recheckSeconds?: number
}

export interface ClosableGate extends ProviderGate {
  /** Resolves to whether it had been opened again without a task that was accepted since: one more run that meets the refusal is no news. */
  close(refusal: GateRefusal): Promise<boolean>
  /** A task was accepted: the account is well. */
  noteAccepted(): Promise<void>
  /** A refusal that is known already stays. */
  noteAway(): Promise<void>
}

/** Beside the refusals in the same column: one state at a time. */
const AWAY = 'away'
type State = GateRefusal | typeof AWAY

export function createProviderGate(options: GateOptions): ClosableGate {
  const { database, name, isConfigured, log, readBalance, takesTasks } = options
  let cached: { readonly balance: Promise<VendorBalance | undefined>; readonly atMs: number } | undefined
  return {
    isConfigured,
    async refusal() {
      if (!isConfigured) return 'provider-key'
      const state = await readState(options)
      return state === AWAY ? undefined : state
    },
    isAway: async () => isConfigured && (await readState(options)) === AWAY,
    async noteAway() {
      const noted = await database.query(
        `insert into provider_gates as gate (name, closed_for, checked_at) values ($1, $2, now())
         on conflict (name) do update set closed_for = excluded.closed_for, checked_at = excluded.checked_at
           where gate.closed_for is null returning name`,
        [name, AWAY],
      )
      if (noted.length > 0) log.error({ provider: name }, 'the provider does not answer')
    },
    async close(refusal) {
      log.error({ provider: name, refusal }, 'the provider refuses our account: nothing more is sent')
      return (await noteClosed(options, refusal)) > 1
    },
    async noteAccepted() {
      await database.query('update provider_gates set closings = 0 where name = $1 and closings > 0', [name])
    },
    async recheck() {
      const due = await takeLook(options)
      if (!due) return
      const { available } = await readBalance()
      // An answer means that it is no longer away; without credits the next submit closes the gate.
      if (due !== AWAY && (available <= 0 || !(await takesTasks()))) return
      await database.query('update provider_gates set closed_for = null where name = $1', [name])
      log.info({ provider: name }, 'the provider takes our account again')
    },
    tasks: async () => (isConfigured ? options.readTasks() : []),
    async balance() {
      if (!isConfigured) return undefined
      const nowMs = performance.now()
      // Several administrators look at one number; a call of theirs takes no place from the runs.
      if (!cached || nowMs - cached.atMs > BALANCE_KEPT_MS)
        cached = {
          atMs: nowMs,
          balance: readBalance().catch((error: unknown) => {
            log.warn({ err: error, provider: name }, 'the balance at the provider cannot be read')
            return undefined
          }),
        }
      return cached.balance
    },
  }
}

/** How often it was closed since a task was accepted last. */
async function noteClosed({ database, name }: GateOptions, refusal: GateRefusal): Promise<number> {
  const [row] = await database.query<{ closings: number }>(
    `insert into provider_gates as gate (name, closed_for, checked_at, closings) values ($1, $2, now(), 1)
     on conflict (name) do update set closed_for = excluded.closed_for, checked_at = excluded.checked_at,
       closings = gate.closings + (gate.closed_for is null or gate.closed_for = $3)::int
     returning closings`,
    [name, refusal, AWAY],
  )
  return row!.closings
}

/** Why it is closed, where a look at the account is due: one worker takes it. A last one in the future is of a clock that was set back since. */
async function takeLook({ database, name, recheckSeconds = RECHECK_SECONDS }: GateOptions): Promise<State | undefined> {
  const [due] = await database.query<{ closed_for: State }>(
    `update provider_gates set checked_at = now()
      where name = $1 and closed_for is not null
        and (checked_at <= now() - make_interval(secs => $2::float8 *
               case when closed_for = $3 then 1 else power(2, least(greatest(closings - 1, 0), $4::int)) end)
             or checked_at > clock_timestamp()) returning closed_for`,
    [name, recheckSeconds, AWAY, MOST_DOUBLED],
  )
  return due?.closed_for
}

async function readState({ database, name }: GateOptions): Promise<State | undefined> {
  const [row] = await database.query<{ closed_for: State | null }>(
    'select closed_for from provider_gates where name = $1',
    [name],
  )
  return row?.closed_for ?? undefined
}
