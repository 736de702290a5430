// The control calls under `/__emulator` (Topaz contract §12 "Fault script", "Introspection"): never called by an adapter.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EmulatorState } from './emulator.ts'
import type { EmulatorSettings } from './emulator-settings.ts'
import type { ScriptStep } from './fault-script.ts'
import { statusOf } from './job-calls.ts'
import { textOf } from './receive-form.ts'
import type { KeyState } from './vendor-account.ts'
import { answerJson } from './vendor-call.ts'

type Control = (state: EmulatorState, body: unknown) => unknown

const CONTROLS: Readonly<Record<string, Control>> = {
  'POST /__emulator/script': ({ script }, steps) => script.add(...(steps as ScriptStep[])),
  'POST /__emulator/clock': ({ vendor }, body) => vendor.clock.advance((body as { seconds: number }).seconds),
  'POST /__emulator/settings': ({ vendor }, changes) =>
    void Object.assign(vendor.settings, changes as Partial<EmulatorSettings>),
  'POST /__emulator/keys': ({ vendor }, states) => {
    for (const [key, state] of Object.entries(states as Record<string, KeyState>)) vendor.account.setKey(key, state)
  },
  'POST /__emulator/credits': ({ vendor }, body) => vendor.account.topUp((body as { credits: number }).credits),
  'POST /__emulator/reset': ({ script, requests }) => {
    script.clear()
    requests.length = 0
  },
  'GET /__emulator/requests': ({ requests }) => requests,
  'GET /__emulator/jobs': ({ vendor }) => vendor.jobs.list().map((job) => statusOf({ vendor }, job)),
}

export async function controlRoute(
  state: EmulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<void> {
  const text = await textOf(request)
  const control = CONTROLS[`${request.method} ${pathname}`]
  if (!control) return answerJson({ response, fault: {} }, 404, { message: 'no such control' })
  state.vendor.jobs.settle()
  answerJson({ response, fault: {} }, 200, control(state, text ? JSON.parse(text) : undefined) ?? {})
}
