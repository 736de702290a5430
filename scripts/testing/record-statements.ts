// Setup of the server tests (vitest.config.ts). Where STATEMENTS_FOLDER names a folder, each test file leaves there what its product asked the embedded
// database: choose-for-postgres.ts reads it. What tests ask themselves, to prepare or to look, is left out.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect } from 'vitest'

type Ask = (text: string, values?: unknown, ...rest: unknown[]) => Promise<unknown>
interface Asked {
  query: Ask
}

const folder = process.env.STATEMENTS_FOLDER
const KEY_CHARACTERS = 16
/** From the driver up to who asked, past our own wrapping of it. */
const FRAMES = 10
const OF_DRIVER = /node_modules|node:|<anonymous>|record-statements\.ts|open-database|trace-statements/
const OF_TEST = /\.(?:test|conformance)\.ts|\/testing\//

/** Statements of the file that runs. Modules live once per worker, this one runs once per test file. */
const shared = globalThis as { statementsOfFile?: Set<string> }

/** Only what the two drivers write in ways of their own. */
function kindOf(value: unknown): string {
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? 'object' : ''
}

function isAskedByTest(): boolean {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const frames = new Error().stack!.split('\n').slice(1)
  Error.stackTraceLimit = limit
  const asking = frames.find((frame) => !OF_DRIVER.test(frame))
  return asking !== undefined && OF_TEST.test(asking)
}

/** The statement, whatever the number of rows it names; the kinds of its values; the code of its failure. */
function note(text: string, values: unknown, end = ''): void {
  const statement = text.replace(/\$\d+(?:, ?\$\d+)+/g, '$…').replace(/\s+/g, ' ')
  const kinds = [...new Set(Array.isArray(values) ? values.map(kindOf) : [])].sort()
  const key = createHash('sha256').update(`${statement}\n${kinds}\n${end}`).digest('hex').slice(0, KEY_CHARACTERS)
  shared.statementsOfFile!.add(key)
}

function noteAsked(target: Asked): void {
  const query = target.query
  target.query = async function (this: unknown, text, values, ...rest) {
    if (isAskedByTest()) return query.call(this, text, values, ...rest)
    try {
      const answer = (await query.call(this, text, values, ...rest)) as { rows: unknown[]; affectedRows?: number }
      note(text, values)
      // Drivers read what comes in ways of their own: who got something has asked for more than who got nothing.
      if (answer.rows.length > 0 || answer.affectedRows) note(text, values, 'rows')
      return answer
    } catch (error) {
      note(text, values, String((error as { code?: unknown }).code))
      throw error
    }
  }
}

/** From now on; once per worker. */
export function recordStatements(): Set<string> {
  if (shared.statementsOfFile) return shared.statementsOfFile
  shared.statementsOfFile = new Set()
  const base = Object.getPrototypeOf(PGlite.prototype)
  noteAsked(base)
  const transaction = base.transaction
  base.transaction = function (work: (tx: Asked) => unknown) {
    return transaction.call(this, (tx: Asked) => {
      noteAsked(tx)
      return work(tx)
    })
  }
  return shared.statementsOfFile
}

if (folder) {
  const asked = recordStatements()
  afterAll(() => {
    const statements = [...asked].sort()
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, `${randomUUID()}.json`),
      JSON.stringify({ file: expect.getState().testPath, statements }),
    )
    asked.clear()
  })
}
