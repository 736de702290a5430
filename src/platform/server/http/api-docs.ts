// The OpenAPI document, made from the contract, and a page to read it. The page's program comes from this server.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { type Context, Hono } from 'hono'
import type { HttpEnv } from './request-context.ts'
import { REST_PATH } from './rpc-routes.ts'

export const DOCS_PATH = '/docs/api'

const READER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}
const START_SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reader', deepLinking: true, validatorUrl: null })`
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
</head>
<body>
<main id="reader"></main>
<script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
<script src="${DOCS_PATH}/start.js"></script>
</body>
</html>
`
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export interface ApiTitle {
  readonly title: string
  readonly version: string
}

export function createApiDocs(router: AnyRouter, info: ApiTitle): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const document = packedOnce(async () => JSON.stringify(await generate(router, info)))
  routes.get('/openapi.json', (context) => document(context, { 'content-type': 'application/json' }))
  routes.get(DOCS_PATH, (context) => context.html(PAGE, 200, { 'content-security-policy': POLICY }))
  routes.get(`${DOCS_PATH}/start.js`, (context) =>
    context.body(START_SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  for (const [file, type] of Object.entries(READER_FILES)) {
    const content = packedOnce(() =>
      readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), file)),
    )
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=86400' }
    routes.get(`${DOCS_PATH}/${file}`, (context) => content(context, headers))
  }
  routes.get(`${DOCS_PATH}/:file`, (context) => context.json({ code: 'not-found' }, 404))
  return routes
}

const zip = promisify(gzip)

/** TRAP: packed for each call, the reader's program of 1.7 MB costs 60 to 100 ms of processor time, and anybody may ask for it. */
function packedOnce(load: () => Promise<string | Buffer>) {
  let kept: Promise<{ readonly plain: Buffer<ArrayBuffer>; readonly packed: Buffer<ArrayBuffer> }> | undefined
  const pack = async () => {
    const plain = Buffer.from(await load())
    return { plain, packed: await zip(plain) }
  }
  return async (context: Context<HttpEnv>, headers: Readonly<Record<string, string>>): Promise<Response> => {
    kept ??= pack()
    const { plain, packed } = await kept
    const all = { ...headers, vary: 'accept-encoding' }
    return /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
      ? context.body(packed, 200, { ...all, 'content-encoding': 'gzip' })
      : context.body(plain, 200, all)
  }
}

function generate(router: AnyRouter, info: ApiTitle): Promise<unknown> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(router, {
    info,
    servers: [{ url: REST_PATH }],
    security: [{ bearer: [], apiKey: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'apikey' },
      },
    },
  })
}
