import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { leaveOut, MEETS_ELSEWHERE, mustRunOnBoth, notOnPostgres, textsOf, withoutTime } from './choose-for-postgres.ts'

const asked = (file: string, seconds: number, ...statements: string[]) => ({ file, seconds, statements })
const nobody = () => false

describe('of the tests that ran on the embedded database', () => {
  it('those are left out whose every statement another asks', () => {
    expect(leaveOut([asked('both', 1, 'a', 'b'), asked('one', 1, 'a')], nobody)).toEqual(['one'])
    expect(leaveOut([asked('both', 1, 'a', 'b'), asked('other', 1, 'a', 'c')], nobody)).toEqual([])
  })

  it('the slower of two that ask the same goes', () => {
    expect(leaveOut([asked('slow', 9, 'a'), asked('quick', 1, 'a')], nobody)).toEqual(['slow'])
  })

  it('what must stay counts first, and stays though it asks nothing of its own', () => {
    const all = [asked('quick', 1, 'a'), asked('races', 99, 'a')]
    expect(leaveOut(all, (file) => file === 'races')).toEqual(['quick'])
  })

  it('a run that must end soon does first what must stay, and the quick ones of it', () => {
    const all = [asked('slow', 9), asked('quick', 1), asked('races', 5), asked('races long', 20)]
    const mustStay = (file: string) => file.startsWith('races')
    expect(withoutTime(all, mustStay)).toEqual([])
    expect(withoutTime(all, mustStay, 26)).toEqual(['slow'])
    expect(withoutTime(all, mustStay, 24)).toEqual(['quick', 'races long', 'slow'])
  })

  it.each([
    'await Promise.all([pay(), pay()])',
    'killedProcesses()',
    'await startScriptedProcess(folder)',
    "import { fork } from 'node:child_process'",
    'const url = process.env.TEST_DATABASE_URL',
  ])('one stays on both that says %s', (text) => {
    expect(mustRunOnBoth('src/a.test.ts', text)).toBe(true)
    expect(mustRunOnBoth('src/a.test.ts', 'expect(await balance()).toBe(5)')).toBe(false)
  })
})

it('one stays whose helper lets sixteen deliveries meet', () => {
  const root = new URL('../..', import.meta.url).pathname
  const file = 'src/app/server/tests/service/webhook-storm.test.ts'
  const [own = '', ...helpers] = textsOf(root, file)
  expect(mustRunOnBoth(file, own)).toBe(false)
  expect(mustRunOnBoth(file, own, ...helpers)).toBe(true)
})

it.each(Object.keys(MEETS_ELSEWHERE))('the exception %s stands for a file that would stay', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  expect([mustRunOnBoth('src/a.test.ts', text), mustRunOnBoth(file, text)]).toEqual([true, false])
})

describe('the records of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'choose-for-postgres-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const files = ['whole.test.ts', 'part.test.ts', 'failed.test.ts', 'silent.test.ts'].map((name) => join(folder, name))
  const [whole = '', part = '', failed = '', silent = ''] = files

  it('name what is left out; a file that failed, or of which no statement is known, stays', () => {
    const records = join(folder, 'records')
    const report = join(folder, 'report.json')
    expect(notOnPostgres(folder, records, report)).toEqual({ askNothingNew: [], haveNoTime: [] })
    writeRecords(records)
    const resultOf = (name: string, status: string) => ({ name, status, startTime: 0, endTime: 1000 })
    const testResults = [whole, part, silent].map((name) => resultOf(name, 'passed'))
    testResults.push(resultOf(failed, 'failed'))
    writeFileSync(report, JSON.stringify({ testResults }))
    expect(notOnPostgres(folder, records, report)).toEqual({ askNothingNew: ['part.test.ts'], haveNoTime: [] })
    expect(notOnPostgres(folder, records, report, 0).haveNoTime).toEqual(['silent.test.ts', 'whole.test.ts'])
  })

  function writeRecords(records: string): void {
    for (const file of files) writeFileSync(file, 'it("asks", ask)')
    mkdirSync(records)
    const write = (name: string, file: string, statements: string[]) =>
      writeFileSync(join(records, `${name}.json`), JSON.stringify({ file, statements }))
    write('1', whole, ['a', 'b'])
    write('2', part, ['b'])
    write('3', failed, ['b'])
    write('4', silent, [])
  }
})
