// The OpenAPI document, made from the contract, and a page to read it. The page's program comes from this server.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
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
  let document: Promise<unknown> | undefined
  routes.get('/openapi.json', async (context) => {
    document ??= generate(router, info)
    return context.json(await document)
  })
  routes.get(DOCS_PATH, (context) => context.html(PAGE, 200, { 'content-security-policy': POLICY }))
  routes.get(`${DOCS_PATH}/start.js`, (context) =>
    context.body(START_SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  routes.get(`${DOCS_PATH}/:file`, (context) => {
    const file = context.req.param('file')
    const type = Object.hasOwn(READER_FILES, file) ? READER_FILES[file] : undefined
    if (!type) return context.json({ code: 'not-found' }, 404)
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=86400' }
    return context.body(readFileSync(join(folder, file)), 200, headers)
  })
  return routes
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
