// Frames of the compare view while a large pair is dragged and zoomed (60 a second at 25 megapixels; dropped ones are reported;
// 50 megapixels stay smooth), what the page's process holds, and how many of the tiles are loaded.
// `npx node bench/compare-frames.ts [seconds] [megapixels]` after `npm run build`. Real Chromium, real input events over its debugging
// protocol, a real pair of the service. Without a graphics card Chromium composes in software, so an empty page and a page that only
// moves one small box are measured in the same run with the same input: what they drop, the machine drops. Box and view take turns,
// because the load of the machine changes from one second to the next.
import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../e2e/chromium.ts'
import { type Person, register } from '../e2e/person.ts'
import { picture } from '../e2e/picture.ts'
import { startService } from '../e2e/service.ts'
import { uploadOver } from '../e2e/tool-steps.ts'
import { TILE_PX } from '../src/features/processing/server/tiles/tile-plan.ts'
import { COMPARE_TEXTS } from '../src/rulebook/runs/compare-texts.ts'
import { quantile } from './statistics.ts'
import { loadLine } from './web-service.ts'

const NAME = 'pair.jpg'
const FRAME_MS = 1000 / 60
const TURNS = 3
const seconds = Number(process.argv[2] ?? 4)
const megapixels = Number(process.argv[3] ?? 25)
const SIZE = sizeOf(megapixels)

const MOVING_BOX = `<body style="height:100vh;margin:0"><div id="box" style="width:44px;height:44px;background:#0a7;will-change:transform"></div>
<script>addEventListener('pointermove', (event) => { box.style.transform = 'translate(' + event.clientX + 'px,' + event.clientY + 'px)' })</script>`

interface Recorded {
  readonly times: number[]
  readonly longTasks: number
}
/** Runs in the page, which has a document where this program has none. */
const RECORD = `{
  window.frameRecord = { times: [], longTasks: 0, isOver: false }
  const record = window.frameRecord
  new PerformanceObserver((list) => { record.longTasks += list.getEntries().length }).observe({ type: 'longtask' })
  const onFrame = (time) => {
    record.times.push(time)
    if (!record.isOver) requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}`

interface Frames {
  readonly intervalsMs: number[]
  readonly longTasks: number
  /** What the compositor says of its own frames, which the page's thread does not see. */
  readonly drawn: number
  readonly droppedByCompositor: number
}

console.log(loadLine())
const service = await startService()
process.env.E2E_ORIGIN = service.origin
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS })
try {
  const person = await register()
  await makePair(person)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await person.enter(context)
  const page = await context.newPage()
  await page.setContent('<body style="height:100vh;margin:0">')
  report('empty page, mouse moves', await measure(page, () => sweep(page, 720, 450, 400)))
  const boxPage = await context.newPage()
  await boxPage.setContent(MOVING_BOX)
  await page.bringToFront()
  await openPair(page)
  console.log(`pair of ${megapixels} megapixels open, ${await heldBy(page)}`)
  const box = (await page.getByRole('group', { name: COMPARE_TEXTS.label }).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await inTurns('divider, fit', page, boxPage, (measured) =>
    pressed(page, x, y, () => measured(() => sweep(page, x, y, 300))),
  )
  await page.getByRole('button', { name: COMPARE_TEXTS.actualSize, exact: true }).click()
  await tilesShown(page)
  console.log(
    `100 %: ${await page.locator('[data-tile]').count()} tiles of ${2 * tilesOf(SIZE)}, ${await heldBy(page)}`,
  )
  const [panX, panY] = [x - 300, y + 90] // beside the handle
  await inTurns('pan, 100 %', page, boxPage, (measured) =>
    pressed(page, panX, panY, () => measured(() => sweep(page, panX, panY, 280))),
  )
  await inTurns('wheel zoom, fit to 800 %', page, boxPage, (measured) => measured(() => wheel(page, panX, panY)))
  console.log(`afterwards: ${await heldBy(page)}`)
} finally {
  await browser.close()
  await service.stop()
}

/** What the view drops beside what a moving box drops in its turns, and the one through the other. */
async function inTurns(
  what: string,
  page: Page,
  boxPage: Page,
  use: (measured: (act: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const [boxTurns, turns]: [Frames[], Frames[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    await boxPage.bringToFront()
    boxTurns.push(await measure(boxPage, () => sweep(boxPage, 720, 450, 400)))
    await page.bringToFront()
    await use(async (act) => void turns.push(await measure(page, act)))
  }
  const boxShare = report('  one box follows the mouse', together(boxTurns))
  const share = report(what, together(turns))
  console.log(`  dropped ${(share / Math.max(boxShare, 0.001)).toFixed(1)} times as often as the box's frames`)
}

async function makePair(person: Person): Promise<void> {
  const { id: uploadId } = await uploadOver(person, await picture({ ...SIZE, name: NAME }), service.origin)
  const { id } = await person.api.processing.jobs.start({
    source: { uploadId },
    modelKey: 'lighting/adjust', // the quickest: nothing is measured of the engine here
    mode: 'auto',
    params: {},
    shownCredits: 2,
    startKey: crypto.randomUUID(),
  })
  for await (const _ of await person.api.processing.jobs.watch({ id })) {
    // The stream ends with the job.
  }
  const { status } = await person.api.processing.jobs.get({ id })
  if (status !== 'completed') throw new Error(`the pair was not made: ${status}`)
}

async function openPair(page: Page): Promise<void> {
  await page.goto(`${service.origin}/profile/history`)
  await page.getByRole('button', { name: `对比 ${NAME} 处理前后` }).click()
  await page.getByRole('slider', { name: COMPARE_TEXTS.handle }).waitFor()
  await until(page, `[...document.querySelectorAll('[data-world] img')].every((image) => image.naturalWidth > 0)`)
}

async function tilesShown(page: Page): Promise<void> {
  const tiles = `[...document.querySelectorAll('[data-tile]')]`
  await until(page, `${tiles}.length > 1 && ${tiles}.every((tile) => tile.naturalWidth > 0)`)
}

/** Three to two, as cameras make them. */
function sizeOf(megapixels: number): { width: number; height: number } {
  const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5))
  return { width: Math.round(height * 1.5), height }
}

function tilesOf({ width, height }: typeof SIZE): number {
  return Math.ceil(width / TILE_PX) * Math.ceil(height / TILE_PX)
}

/** Memory of the page's process, its own and what it shares, and of the scripts in it. */
async function heldBy(page: Page): Promise<string> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const residentKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentKb(id))
  const compositor = processInfo.filter(({ type }) => type === 'GPU').map(({ id }) => residentKb(id))
  const heapBytes = (await page.evaluate('performance.memory.usedJSHeapSize')) as number
  const mb = (kb: number) => `${Math.round(kb / 1024)} MB`
  return `page's process ${mb(Math.max(...renderers))}, compositor's ${mb(Math.max(0, ...compositor))}, scripts ${mb(heapBytes / 1024)}`
}

function together(turns: readonly Frames[]): Frames {
  const sum = (pick: (turn: Frames) => number) => turns.reduce((total, turn) => total + pick(turn), 0)
  return {
    intervalsMs: turns.flatMap(({ intervalsMs }) => intervalsMs),
    longTasks: sum(({ longTasks }) => longTasks),
    drawn: sum(({ drawn }) => drawn),
    droppedByCompositor: sum(({ droppedByCompositor }) => droppedByCompositor),
  }
}

/** Asked from outside: the page's own policy forbids it to evaluate text. */
async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate(condition))) await page.waitForTimeout(100)
}

async function pressed(page: Page, x: number, y: number, use: () => Promise<void>): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await use()
  await page.mouse.up()
}

/** Moves as a hand does: to and fro, as often as the protocol takes it. */
async function sweep(page: Page, x: number, y: number, reach: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1000
  for (let step = 0; performance.now() < endsAt; step++)
    await page.mouse.move(x + Math.sin(step / 25) * reach, y + Math.cos(step / 40) * 60)
}

async function wheel(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  const endsAt = performance.now() + seconds * 1000
  for (let step = 0; performance.now() < endsAt; step++) await page.mouse.wheel(0, Math.sin(step / 30) < 0 ? 40 : -40)
}

/** Intervals between animation frames of the page while `act` goes on. */
async function measure(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(RECORD)
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] })
  await act()
  const events = (JSON.parse(String(await browser.stopTracing())) as { traceEvents: { name: string }[] }).traceEvents
  const count = (name: string) => events.filter((event) => event.name === name).length
  const { times, longTasks } = (await page.evaluate('frameRecord.isOver = true, frameRecord')) as Recorded
  return {
    intervalsMs: times.slice(1).map((time, index) => time - times[index]!),
    longTasks,
    drawn: count('DrawFrame'),
    droppedByCompositor: count('DroppedFrame'),
  }
}

/** The share of frames that were dropped. */
function report(what: string, { intervalsMs, longTasks, drawn, droppedByCompositor }: Frames): number {
  const spentMs = intervalsMs.reduce((sum, ms) => sum + ms, 0)
  const dropped = intervalsMs.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0)
  const rate = ((intervalsMs.length / spentMs) * 1000).toFixed(1)
  const share = dropped / (intervalsMs.length + dropped)
  const [p95, p99] = [quantile(intervalsMs, 0.95).toFixed(0), quantile(intervalsMs, 0.99).toFixed(0)]
  console.log(
    `${what.padEnd(28)} ${rate.padStart(5)} frames/s, dropped ${dropped} (${(100 * share).toFixed(1)} %), interval p95 ${p95} ms, p99 ${p99} ms, ${longTasks} long tasks; compositor drew ${drawn}, dropped ${droppedByCompositor}`,
  )
  return share
}
