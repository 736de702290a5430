// The built browser side: read once at start, served compressed from memory. Files below `assets/` carry their hash in the name
// and never change; pages are asked for again each time.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { withoutEndingSlashes } from '#rulebook/site/site-map.ts'
import type { HttpEnv } from './request-context.ts'
import { pagePolicy, WORKER_POLICY } from './security-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.txt', '.xml', '.svg', '.wasm'])
/** Revalidated on every request, so that a new version or its removal arrives at once. */
const SERVICE_WORKER = 'service-worker.js'
const POLICY = 'content-security-policy'
const FALLBACK_PAGE = '/__spa-fallback.html'
/** Pictures beside the program are read when asked for and not kept: the landing page may bring many megabytes. */
const KEPT_BYTES = 2_000_000

type Encoding = 'br' | 'gzip'
interface SiteFile {
  readonly path: string
  readonly extension: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes in memory; absent for large files. */
  readonly bytes: Buffer<ArrayBuffer> | undefined
  readonly encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
  readonly name: string
  /** Source of a page that is renewed, as it was served last. */
  readonly source: string | undefined
  newest?: SiteFile
}

export interface StaticSite {
  /** Answers a GET for a file, a prerendered page or, for any other path, the page that the browser side fills. */
  answer(context: Context<HttpEnv>): Promise<Response> | Response
}

export interface SiteRules {
  /** Another origin whose pictures pages may show: the S3 server's. */
  readonly pictureOrigin?: string | undefined
  /** Tells addresses of the product from mistakes, which are answered with 404 and the same page. */
  isKnownPage(path: string): boolean
  /** Writes into every page what was not known at build time. */
  fillPage(html: string): string
  /** Pages with facts that change while the service runs, and how they are written in: evaluated for each visit. */
  readonly renewed: { isRenewed(html: string): boolean; renew(html: string): Promise<string> }
  /** Seconds after which to come again to a page that is closed now: instead of a prerendered page the browser side says so. */
  closedForSeconds(path: string): Promise<number | undefined>
}

export function openStaticSite(folder: string, rules: SiteRules): StaticSite | undefined {
  const { isKnownPage, closedForSeconds } = rules
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = readSite(folder, rules)
  return {
    answer: async (context) => {
      const path = decodedPath(context.req.path)
      const file = path === undefined ? undefined : (files.get(path) ?? files.get(pagePath(path)))
      const fallback = files.get(FALLBACK_PAGE)
      if (path !== undefined && !extname(path) && fallback) {
        const seconds = await closedForSeconds(path)
        if (seconds !== undefined) return send(context, fallback, 503, { 'retry-after': String(seconds) })
      }
      if (file && path !== FALLBACK_PAGE) return send(context, await renewed(file, rules), 200)
      if (path === undefined || extname(path) || !fallback) return context.json({ code: 'not-found' }, 404)
      return send(context, fallback, isKnownPage(path) ? 200 : 404)
    },
  }
}

const READ_TRIES = 3

/** TRAP: a build that moves in between the list and the reading takes what was listed away (scripts/pages/move-in.ts). */
function readSite(folder: string, rules: SiteRules): ReadonlyMap<string, SiteFile> {
  for (let tries = 1; ; tries += 1) {
    try {
      return new Map(listFiles(folder).map((name) => [`/${name}`, readSiteFile(folder, name, rules)]))
    } catch (error) {
      if (tries === READ_TRIES || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** The page with its facts as they are now; compressed again only when they changed. */
async function renewed(file: SiteFile, rules: SiteRules): Promise<SiteFile> {
  if (!file.source) return file
  const html = await rules.renewed.renew(file.source)
  if (html !== file.newest?.bytes?.toString())
    file.newest = siteFile(file.path, file.name, Buffer.from(html), file.headers[POLICY]!)
  return file.newest!
}

const pagePath = (path: string): string => `${withoutEndingSlashes(path)}/index.html`

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}

function readSiteFile(folder: string, name: string, rules: SiteRules): SiteFile {
  const path = join(folder, name)
  const stored = readFileSync(path)
  if (extname(name) !== '.html')
    return siteFile(path, name, stored, name === SERVICE_WORKER ? WORKER_POLICY : undefined)
  const built = stored.toString()
  const html = rules.fillPage(built)
  // Scripts of the page as it was built: one that comes with a setting or a fact of the database is nobody's.
  const file = siteFile(path, name, Buffer.from(html), pagePolicy(built, rules.pictureOrigin))
  return rules.renewed.isRenewed(html) ? { ...file, source: html } : file
}

function siteFile(path: string, name: string, bytes: Buffer<ArrayBuffer>, policy: string | undefined): SiteFile {
  const extension = extname(name)
  const headers: Record<string, string> = {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': cacheControl(name, extension),
  }
  if (policy) headers[POLICY] = policy
  return {
    path,
    extension,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    headers,
    bytes: bytes.length <= KEPT_BYTES ? bytes : undefined,
    encoded: new Map(),
    name,
    source: undefined,
  }
}

function cacheControl(name: string, extension: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return extension === '.html' || name === SERVICE_WORKER ? 'no-cache' : 'public, max-age=3600'
}

async function send(
  context: Context<HttpEnv>,
  file: SiteFile,
  status: 200 | 404 | 503,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const encoding = encodingFor(context, file)
  const headers: Record<string, string> = { ...file.headers, ...more, etag: etagOf(file, encoding) }
  if (COMPRESSED.has(file.extension)) headers.vary = 'accept-encoding'
  if (status === 200 && context.req.header('if-none-match')?.includes(headers.etag!))
    return context.body(null, 304, headers)
  const plain = file.bytes ?? (await readFile(file.path))
  const body = encoding ? await encode(file, plain, encoding) : plain
  if (encoding) headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  return new Response(context.req.method === 'HEAD' ? null : body, { status, headers })
}

const etagOf = (file: SiteFile, encoding: Encoding | undefined): string =>
  encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag

function encodingFor(context: Context, file: SiteFile): Encoding | undefined {
  if (!COMPRESSED.has(file.extension)) return undefined
  const accepted = (context.req.header('accept-encoding') ?? '').split(',').map((entry) => entry.trim().split(';')[0])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Each file is compressed once, when it is first asked for. */
function encode(file: SiteFile, bytes: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  let encoded = file.encoded.get(encoding)
  if (!encoded) {
    encoded =
      encoding === 'br'
        ? brotli(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          })
        : zip(bytes, { level: 6 })
    file.encoded.set(encoding, encoded)
  }
  return encoded
}
