// What must never reach the log.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database/database.ts'
import { openTestDatabase } from './database/testing/test-database.ts'
import { createLog } from './log.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('log', () => {
  it('names a failed statement without its values', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const insert = () =>
      database.orm.execute(sql`insert into auth_users (name, email) values (${'NAMESECRET'}, ${'mail@secret.example'})`)
    await insert()
    const error: unknown = await insert().catch((failure: unknown) => failure)
    log.error({ err: error }, 'failed')
    expect(String(error)).toContain('mail@secret.example')
    expect(lines.join('')).toContain('insert into auth_users')
    expect(JSON.parse(lines.join('')).err.cause.errorCode).toBe('23505')
    expect(lines.join('')).not.toMatch(/NAMESECRET|secret\.example/)
  })

  it('cuts what a caller sent into a message', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    log.error('x'.repeat(1_000_000))
    log.error({ err: new Error('y'.repeat(1_000_000)) }, 'z'.repeat(1_000_000))
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(20_000)
    expect(lines[0]).toContain('x… (996000 more)')
  })

  it('names the code of a failure, and no code that somebody typed', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const error: unknown = await database.query('select missing_column').catch((failure: unknown) => failure)
    log.error({ err: error, code: '482913', body: { code: '482913' } }, 'failed')
    expect(JSON.parse(lines.join(''))).toMatchObject({
      err: { errorCode: '42703' },
      code: '[hidden]',
      body: { code: '[hidden]' },
    })
  })
})
