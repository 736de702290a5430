// The emulator as a process of its own, spoken to by its control calls alone: for tests that kill what talks to it.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ScriptStep } from '#emulators/topaz/fault-script.ts'
import type { RecordedRequest } from '#emulators/topaz/request-log.ts'
import { KEY, VENDOR_CREDITS } from './topaz-harness.ts'

const SCRIPT = fileURLToPath(new URL('../../../../../../../emulators/topaz/start.ts', import.meta.url))

interface VendorJob {
  readonly process_id: string
  readonly filename: string
  readonly status: string
  readonly credits: number
}

export type EmulatorProcess = Awaited<ReturnType<typeof forkTopazEmulator>>

/** `speed`: virtual seconds per real one. */
export async function forkTopazEmulator({ speed = 300 } = {}) {
  const settings = {
    PORT: '0',
    KEY,
    CREDITS: String(VENDOR_CREDITS),
    STRICT: 'on',
    PICTURES: 'resize',
    SPEED: String(speed),
  }
  const names = Object.entries(settings).map(([name, value]) => [`TOPAZ_EMULATOR_${name}`, value])
  const child = fork(SCRIPT, {
    execArgv: [],
    env: { ...process.env, ...Object.fromEntries(names) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { origin } = await new Promise<{ origin: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { origin: string }))
    child.once('exit', (code) => reject(new Error(`the emulator ended by itself with ${code}`)))
  })
  const ask = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    // TRAP: a connection that was idle meanwhile may be closed at the moment of its next use.
    const answer = await fetch(`${origin}/${path}`, { ...init, headers: { 'X-API-Key': KEY, connection: 'close' } })
    return (await answer.json()) as Answer
  }
  return {
    origin,
    pid: child.pid!,
    script: (...steps: ScriptStep[]) => ask('__emulator/script', steps),
    advance: (seconds: number) => ask('__emulator/clock', { seconds }),
    reset: () => ask('__emulator/reset', {}),
    requests: () => ask<RecordedRequest[]>('__emulator/requests'),
    jobs: () => ask<VendorJob[]>('__emulator/jobs'),
    balance: () => ask<{ total_credits: number; reserved_credits: number }>('account/v1/credits/balance'),
    close: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
