// The breaker of an account elsewhere (Topaz contract §11; decision 0062): the first refusal of the account closes it for all workers, nothing more
// is sent, and the account is asked at long intervals whether it is well again.
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { GateRefusal, ProviderGate, VendorBalance, VendorTask } from './provider.ts'

const RECHECK_SECONDS = 60
const BALANCE_KEPT_MS = 60_000

export interface GateOptions {
  readonly database: Database
  readonly name: string
  readonly isConfigured: boolean
  readonly log: Log
  /** An account without credits is refused. Throws while the state is unknown. */
  readonly readBalance: () => Promise<VendorBalance>
  readonly readTasks: () => Promise<readonly VendorTask[]>
  readonly recheckSeconds?: number
}

export interface ClosableGate extends ProviderGate {
  close(refusal: GateRefusal): Promise<void>
  /** A refusal that is known already stays. */
  noteAway(): Promise<void>
}

/** Beside the refusals in the same column: one state at a time. */
const AWAY = 'away'

export function createProviderGate(options: GateOptions): ClosableGate {
  const { database, name, isConfigured, log, readBalance, recheckSeconds = RECHECK_SECONDS } = options
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
      await database.query(
        `insert into provider_gates (name, closed_for, checked_at) values ($1, $2, now())
         on conflict (name) do update set closed_for = excluded.closed_for, checked_at = excluded.checked_at`,
        [name, refusal],
      )
    },
    async recheck() {
      // One worker asks; the others find the moment taken. One in the future is of a clock that was set back since.
      const [due] = await database.query<{ closed_for: string }>(
        `update provider_gates set checked_at = now()
          where name = $1 and closed_for is not null
            and (checked_at <= now() - make_interval(secs => $2) or checked_at > clock_timestamp()) returning closed_for`,
        [name, recheckSeconds],
      )
      if (!due) return
      const { available } = await readBalance()
      // An answer means that it is no longer away; without credits the next submit closes the gate.
      if (available <= 0 && due.closed_for !== AWAY) return
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

async function readState({ database, name }: GateOptions): Promise<GateRefusal | typeof AWAY | undefined> {
  const [row] = await database.query<{ closed_for: GateRefusal | typeof AWAY | null }>(
    'select closed_for from provider_gates where name = $1',
    [name],
  )
  return row?.closed_for ?? undefined
}
