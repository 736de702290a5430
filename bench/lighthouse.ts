// Lighthouse's mobile scores of the landing page, the catalogue and a tool page against the built product.
// `npx node bench/lighthouse.ts` after `npm run build`. Lighthouse is fetched with npx at the version below and is no dependency: it would
// put some two hundred packages into every installation for one bench. Scores are only worth something on a machine without other load.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumPath } from '../e2e/chromium.ts'
import { register } from '../e2e/person.ts'
import { startService } from '../e2e/service.ts'
import { MODELS } from '../src/rulebook/tools/catalogue.ts'
import { loadLine } from './web-service.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const PAGES = process.env.ONLY_TOOL ? [MODELS[0]!.route] : ['/', '/ai', MODELS[0]!.route]
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']
const REPORT_MAX_BYTES = 64_000_000

interface Report {
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<string, { readonly displayValue?: string }>
}

const run = promisify(execFile)
const service = await startService()
process.env.E2E_ORIGIN = service.origin
try {
  const { cookie } = await register()
  for (const path of PAGES) {
    console.log(`${path} (${loadLine()})`)
    const { categories, audits } = await reportOf(service.origin + path, cookie)
    for (const [name, { score }] of Object.entries(categories))
      console.log(`  ${name} ${Math.round((score ?? 0) * 100)}`)
    for (const name of TIMES) console.log(`  ${name} ${audits[name]?.displayValue}`)
  }
} finally {
  await service.stop()
}

/** The open pages are measured as a visitor sees them: only the tool page gets the session. */
async function reportOf(address: string, cookie: string): Promise<Report> {
  const session =
    new URL(address).pathname === MODELS[0]!.route ? ['--extra-headers', JSON.stringify({ Cookie: cookie })] : []
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      address,
      '--quiet',
      '--output=json',
      '--chrome-flags=--headless=new --no-sandbox',
      ...session,
    ],
    { env: { ...process.env, CHROME_PATH: await chromiumPath() }, maxBuffer: REPORT_MAX_BYTES },
  )
  return JSON.parse(stdout)
}
