// Traces reach a collector: one trace from the request that starts a run over the queue to the engine, with the statements below it, and nothing of a
// person in it. Without a collector OpenTelemetry's SDK is not loaded. On either home of the database.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerDatabase, layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { programOf } from '../../../../../scripts/testing/bundled-programs.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signUpPerson } from '../../testing/test-person.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const PUBLIC_ORIGIN = 'http://service.test'
const folder = mkdtempSync(join(tmpdir(), 'huanying-traces-'))
const batches: Batch[] = []
const asked: { path: string; key: string | undefined }[] = []
let collector: Server
let database: Awaited<ReturnType<typeof createServerDatabase>> | undefined
let child: ChildProcess | undefined

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    asked.push({ path: request.url ?? '', key: request.headers['x-key'] as string | undefined })
    batches.push(JSON.parse(await text(request)) as Batch)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  if (process.env.TEST_DATABASE_URL) database = await createServerDatabase(process.env.TEST_DATABASE_URL)
  else await layEmbeddedDatabase(join(folder, 'data'))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function startTraced(): Promise<string> {
  child = spawn(process.execPath, [programOf(join(repository, 'src/app/server/testing/scripted-service.ts'))], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN,
      LOG_LEVEL: 'silent',
      SIGN_UP_WALL: 'none',
      DATA_DIR: join(folder, 'data'),
      ...(database && { DATABASE_URL: database.url }),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let output = ''
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 120_000 }).toContain('The service is ready')
  return /ready: (\S+)/.exec(output)![1]!.replace('localhost', '127.0.0.1')
}

const allSpans = (): SentSpan[] =>
  batches.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)))

it('lead from a request over the queue to the engine and its statements, and name nobody', {
  timeout: 180_000,
}, async () => {
  const origin = await startTraced()
  const person = await signUpPerson(origin, PUBLIC_ORIGIN, 'traced-person@example.com')
  const { id: uploadId } = await uploadPicture(origin, person)
  const { id } = await startJob(origin, person, uploadId)
  await expect.poll(async () => (await jobOf(origin, person, id)).status).toBe('completed')
  child!.kill('SIGTERM')
  await once(child!, 'exit')

  const spans = allSpans()
  const engine = spans.find(({ name }) => name === 'engine')!
  const ofRun = spans.filter(({ traceId }) => traceId === engine.traceId)
  const byId = new Map(ofRun.map((span) => [span.spanId, span]))
  const namesUpFrom = (span: SentSpan | undefined): string[] =>
    span ? [span.name, ...namesUpFrom(byId.get(span.parentSpanId ?? ''))] : []
  expect(namesUpFrom(engine)).toEqual(['engine', 'process run-job', 'send run-job', 'POST /api/v1/*'])
  const statement = ofRun.find(
    ({ name, attributes }) => name === 'INSERT' && /processing_history/.test(JSON.stringify(attributes)),
  )
  expect(namesUpFrom(statement)).toEqual(['INSERT', 'POST /api/v1/*'])
  expect(ofRun.some((span) => span.name === 'UPDATE' && namesUpFrom(span).includes('process run-job'))).toBe(true)

  const sent = JSON.stringify(batches)
  expect(sent).toContain('"huanying.model"')
  for (const secret of ['traced-person', 'photo.png', person.headers.authorization!.replace('Bearer ', '')])
    expect(sent).not.toContain(secret)
  expect(new Set(asked.map(({ path, key }) => `${path} ${key}`))).toEqual(new Set(['/v1/traces a key']))
})

it('are not even loaded without a collector', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); seen.push(found.url); return found } })
    const { startTracing } = await import('#platform/server/tracing/start-tracing.ts')
    await startTracing({ tracing: undefined, role: 'all' })
    await import('./src/app/server/start-service.ts')
    console.log(seen.length > 500, seen.filter((url) => /opentelemetry.(sdk|exporter|otlp|context)/.test(url)).length)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: repository,
    encoding: 'utf8',
  })
  expect(stdout.trim(), stderr).toBe('true 0')
})
