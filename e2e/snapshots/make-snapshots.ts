// `npm run snapshots [-- name…]`: pictures of every page and state in three widths, into docs/snapshots, from a service of its own.
// They are for looking at: small, top of the page only, compared by nobody but people. Needs a build (`npm run build`).
// `--into FOLDER` makes them large, whole pages and of good quality, for looking once; with `--dark` in the dark scheme.
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { APP_SETTINGS_KEY } from '#rulebook/pictures/browser-storage.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../chromium.ts'
import { ADMIN_EMAIL, type Person, register, signIn } from '../person.ts'
import { startServiceWithAdmin } from '../service-with-admin.ts'
import { SNAPSHOT_STATES } from './snapshot-states.ts'
import type { SnapshotState } from './snapshot-steps.ts'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string' }, dark: { type: 'boolean', default: false } },
})
if (options.dark && !options.into) throw new Error('--dark needs --into FOLDER: docs/snapshots is light')

const FOLDER = options.into ? resolve(options.into) : new URL('../../docs/snapshots', import.meta.url).pathname
const MAX_BYTES = 40_000
/** Width and height looked at, in CSS pixels, and the width of the picture that is kept. */
const VIEWS = [
  { width: 1440, height: 1600, keptWidth: 900 },
  { width: 768, height: 1300, keptWidth: 600 },
  { width: 360, height: 1300, keptWidth: 360 },
] as const
/** Notices come and go, and cover what is below. */
const WITHOUT_NOTICES = '.mantine-Notifications-root { display: none }'
const QUALITIES = [72, 60, 48, 36, 26, 18, 10]

const states = SNAPSHOT_STATES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

mkdirSync(FOLDER, { recursive: true })
const service = await startServiceWithAdmin()
process.env.E2E_ORIGIN = service.origin
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS })
let failed = 0
try {
  for (const state of states) {
    const context = await newContext()
    await (await personOf(state))?.enter(context)
    const done = await snap(await context.newPage(), state).catch((error: unknown) => {
      failed += 1
      return `FAILED ${error instanceof Error ? error.message.split('\n')[0] : error}`
    })
    console.log(state.name, done)
    await context.close()
  }
} finally {
  await browser.close()
  await service.stop()
}
process.exitCode = failed === 0 ? 0 : 1

async function personOf({ as }: SnapshotState): Promise<Person | undefined> {
  if (as === 'visitor') return undefined
  if (as === 'admin') return signIn(ADMIN_EMAIL)
  const person = await register()
  if (as === 'premium') await makePremium(person)
  return person
}

/** As an administrator does it, who has to have been in the back office. */
async function makePremium(person: Person): Promise<void> {
  const admin = await signIn(ADMIN_EMAIL)
  const context = await newContext()
  await admin.enter(context)
  const page = await context.newPage()
  await page.goto(PATHS.admin)
  await page.getByRole('region', { name: '最新用户' }).waitFor()
  const { id, user_type: userType, credits } = await person.api.account.profile.get()
  const seen = { userType, creditsRemaining: credits.remaining }
  await admin.api.admin.users.update({ id, userType: 'premium', creditsRemaining: 40, seen, reason: 'snapshot' })
  await context.close()
}

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: service.origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    // For pages without a program, which go by the system.
    colorScheme: options.dark ? 'dark' : 'light',
    serviceWorkers: 'block',
    viewport: { width: VIEWS[0].width, height: VIEWS[0].height },
  })
  // As somebody has chosen it in the profile (decision 0092).
  if (options.dark)
    await context.addInitScript(
      (key) => localStorage.setItem(key, '{"theme":"dark","language":"zh-CN"}'),
      APP_SETTINGS_KEY,
    )
  context.setDefaultTimeout(60_000)
  return context
}

async function snap(page: Page, { name, show, widths, isLoading }: SnapshotState): Promise<string> {
  await show(page)
  const sizes: number[] = []
  for (const { width, height, keptWidth } of VIEWS) {
    if (widths && !widths.includes(width)) continue
    await page.setViewportSize({ width, height })
    if (!isLoading) await picturesLoaded(page)
    const fullPage = options.into !== undefined
    const shot = await page.screenshot({ animations: 'disabled', style: WITHOUT_NOTICES, fullPage })
    const bytes = fullPage ? shot : await small(shot, keptWidth)
    await writeFile(`${FOLDER}/${name}-${width}.${fullPage ? 'png' : 'webp'}`, bytes)
    sizes.push(bytes.length)
  }
  return sizes.map((bytes) => `${Math.round(bytes / 1000)} KB`).join(' ')
}

/** Who looks is known, skeletons are gone and every picture on screen is there. */
async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const onScreen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    const banner = document.querySelector('header')
    const isKnown = !banner || /登录|积分/.test(banner.innerText)
    // The room that is kept for a result is no skeleton of something that is about to load.
    const isLoading = [...document.querySelectorAll('.mantine-Skeleton-root')].some(
      (part) => !part.closest('[aria-hidden]'),
    )
    return isKnown && onScreen.every((image) => image.complete) && !isLoading
  })
}

async function small(screenshot: Buffer, width: number): Promise<Buffer> {
  const picture = sharp(await sharp(screenshot).resize({ width }).png().toBuffer())
  let bytes = screenshot
  for (const quality of QUALITIES) {
    bytes = await picture.clone().webp({ quality, effort: 5 }).toBuffer()
    if (bytes.length <= MAX_BYTES) return bytes
  }
  throw new Error(`${bytes.length} bytes even at the lowest quality`)
}
