// One call of the table: made in peace, then in the same situation while the connection of one of its statements ends, then asked again.
import { setTimeout as delay } from 'node:timers/promises'
import { isErrorCode, messageFromRegister } from '#rulebook/errors/errors.ts'
import type { WorldCall } from './as-person.ts'
import type { CallRequest, Situation } from './fire-call.ts'
import type { FireWorld } from './fire-world.ts'
import type { Footprint, Footprints } from './footprint.ts'
import { type Aim, MARK_HEADER, type StatementFire } from './statement-fire.ts'

const WHOLE_MS = 4000
const WHOLE_EVERY_MS = 100

export interface Range {
  readonly world: FireWorld
  readonly fire: StatementFire
  readonly footprints: Footprints
}

export interface Peace {
  readonly footprint: Footprint
  readonly statements: readonly string[]
}

export async function learnInPeace({ world, fire, footprints }: Range, call: WorldCall): Promise<Peace> {
  const situation = await call.prepare(world)
  const read = await footprints.begin()
  const { answer, asked } = await fire.follow((mark) => outcomeOf(world, situation.request, mark))
  if (!isDone(answer)) throw new Error(`in peace: ${answer.status} ${answer.text}`)
  await situation.settled?.()
  return { footprint: await read(), statements: asked.texts }
}

/** False where the call asked less than in peace, and so was not hit. */
export async function tryUnderFire(range: Range, call: WorldCall, peace: Peace, aim: Aim): Promise<boolean> {
  const { world, fire, footprints } = range
  const situation = await call.prepare(world)
  const read = await footprints.begin()
  const { answer, asked } = await fire.follow((mark) => outcomeOf(world, situation.request, mark), aim)
  await situation.settled?.()
  const left = await read()
  if (isDone(answer)) await untilWhole(call, read, peace, `answered ${answer.status}`)
  else {
    if (!isOurs(answer)) throw new Error(`answered ${answer.status}: ${answer.text}`)
    const isWhole = differences(call, left, peace.footprint) === ''
    if (!call.between && !isWhole) demandNone(differences(call, left, []), 'neither nothing nor all')
    await askAgain(world, call, situation)
    await situation.settled?.()
    await untilWhole(call, read, peace, 'after it was asked again')
  }
  return asked.wasHit
}

/** Work behind an answer that met the fire comes again after a moment. */
async function untilWhole(call: WorldCall, read: () => Promise<Footprint>, peace: Peace, when: string): Promise<void> {
  const until = Date.now() + WHOLE_MS
  for (;;) {
    const found = differences(call, await read(), peace.footprint)
    if (found === '') return
    if (Date.now() > until) throw new Error(`${when}:\n${found}`)
    await delay(WHOLE_EVERY_MS)
  }
}

function demandNone(found: string, when: string): void {
  if (found !== '') throw new Error(`${when}:\n${found}`)
}

async function askAgain(world: FireWorld, { isDone: done = [] }: WorldCall, situation: Situation): Promise<void> {
  const again = await outcomeOf(world, (await situation.again?.()) ?? situation.request)
  if (isDone(again)) return
  if (!done.includes(again.code ?? '')) throw new Error(`asked again: ${again.status} ${again.text}`)
}

/** Those lines of a footprint that count rows. */
const COUNT = / [+-]\d+$/

/** Lines that are missing or too many, for the reader of a failure. */
function differences({ differs, repeats }: WorldCall, left: Footprint, wanted: Footprint): string {
  const lines = new Map<string, number>()
  for (const line of left) lines.set(line, (lines.get(line) ?? 0) + 1)
  for (const line of wanted) lines.set(line, (lines.get(line) ?? 0) - 1)
  return [...lines]
    .filter(([line, more]) => more !== 0 && !(repeats && (more > 0 || COUNT.test(line))) && !differs?.test(line))
    .map(([line, more]) => `${more > 0 ? 'too many' : 'missing'}: ${line}`)
    .join('\n')
}

interface Outcome {
  readonly status: number
  readonly code: string | undefined
  readonly text: string
}

async function outcomeOf(world: FireWorld, request: CallRequest, mark?: string): Promise<Outcome> {
  const answer = await world.send(request, mark ? { [MARK_HEADER]: mark } : {})
  const location = answer.headers.get('location')
  const text = location ?? (await answer.text())
  return { status: answer.status, code: codeOf(text, location), text: text.slice(0, 600) }
}

/** Answer of the documented functions, which give a text and no code (document 2 §7). */
const TROUBLE_TEXT = messageFromRegister({ code: 'unexpected' })

/** In the envelope of our browser's calls, plainly, or in the address of a page. */
function codeOf(text: string, location: string | null): string | undefined {
  if (location) return new URL(location, 'http://page').searchParams.get('error') ?? undefined
  try {
    const body = JSON.parse(text) as { code?: string; error?: string; json?: { code?: string } }
    if (body.error === TROUBLE_TEXT) return 'unexpected'
    return body.json?.code ?? body.code
  } catch {
    return undefined
  }
}

/** A redirect to a page with an error is none. */
const isDone = ({ status, code }: Outcome): boolean => status >= 200 && status < 400 && code === undefined
/** A failure on our side, with a word for it; a page that a browser is led to has the word in its address. */
const isOurs = ({ status, code }: Outcome): boolean =>
  (status >= 500 && code !== undefined && isErrorCode(code)) || (status === 302 && code === 'unexpected')
