// A run belongs to the account, not to the page (architecture §5; C-43, U-31, U-32): reload at every stage, leave and come back,
// another browser, a lost network, two presses, two tabs.
import type { Page } from '@playwright/test'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, balanceOf, origin, type Person, register, signIn } from './person.ts'
import { LARGE, type PictureFile, picture } from './picture.ts'
import {
  balance,
  chooser,
  creditsText,
  expectFlow,
  holdPicture,
  openTool,
  RUN_TIMEOUT_MS,
  startButton,
  uploadOver,
} from './tool-steps.ts'

const openJobs = async ({ api }: Person) => (await api.processing.jobs.open()).map(({ id }) => id)
/** Longer at work than pages take to load on a busy machine. */
const SLOW_TOOL = 'denoise/extreme'
const large = (name: string): Promise<PictureFile> => picture({ ...LARGE, name })
const expectProgress = (page: Page) => expect(page.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0')

async function cancelAll(person: Person): Promise<void> {
  for (const id of await openJobs(person)) await person.api.processing.jobs.cancel({ id })
}

test('[TOOL-11] [TOOL-13] reload while uploading, with the picture held, while running and after the end', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_ABORTED|ERR_FAILED/)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await page.route('**/api/uploads', () => new Promise(() => {}))
  await chooser(page).setInputFiles(await picture())
  await expectFlow(page, 'uploading')
  await page.unroute('**/api/uploads')
  await page.reload()
  await expectFlow(page, 'idle')
  await expect(startButton(page)).toBeDisabled()

  await holdPicture(page, await large('kept.jpg'))
  // The picture is restored at once, the start waits until the service says that it still has the file.
  let confirm = () => {}
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  await page.route('**/rpc/processing/uploads/get**', async (route) => {
    await confirmed
    await route.continue()
  })
  await page.reload()
  await expectFlow(page, 'held')
  await expect(page.getByText('kept.jpg')).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  confirm()
  await expect(startButton(page)).toBeEnabled()
  await page.unroute('**/rpc/processing/uploads/get**')

  await startButton(page).click()
  await expectFlow(page, 'processing')
  await expect.poll(() => openJobs(person)).toHaveLength(1)
  const [running] = await openJobs(person)
  await page.reload()
  await expectFlow(page, 'processing')
  expect(await openJobs(person)).toEqual([running])
  await expectFlow(page, 'result')
  await page.reload()
  await expectFlow(page, 'result')
  await expect(page.getByRole('link', { name: '保存图片' })).toBeVisible()
  expect(await balanceOf(person)).toBe(3)
})

/** Who waits and who runs look alike in the back office too. */
async function expectRunningInOffice(office: Page, people: readonly Person[]): Promise<void> {
  await office.goto('/admin')
  const rows = office.getByRole('region', { name: '最近处理', exact: true }).getByRole('listitem')
  const states = await Promise.all(people.map(async ({ api }) => (await api.processing.jobs.open())[0]!.status))
  expect(states).toContain('pending')
  expect(new Set([...states, 'processing'])).toEqual(new Set(['pending', 'processing']))
  for (const { email } of people) await expect(rows.filter({ hasText: email })).toContainText('处理中')
}

test(
  '[STATE-04] [STATE-10] [C-27] left and found again: waiting behind another job, in the history, in a second browser',
  ON_BOTH_DATABASES,
  async ({ page, context, visit }) => {
    const person = await register()
    const left = await large('left.jpg')
    await person.enter(context)
    await openTool(page, SLOW_TOOL)
    await holdPicture(page, left)
    // Three runs ahead: the queue lasts as long as pages take to load on a busy machine.
    const others = await Promise.all([1, 2, 3].map(() => register()))
    for (const other of others) {
      const first = await uploadOver(other, left, origin())
      const start = { modelKey: SLOW_TOOL, mode: 'auto' as const, params: {}, shownCredits: 2 }
      await other.api.processing.jobs.start({
        ...start,
        source: { uploadId: first.id },
        startKey: crypto.randomUUID(),
      })
    }
    await startButton(page).click()
    await expect(page.getByText('可以离开本页')).toBeVisible()
    await expect(page.getByText('排队中').first()).toBeVisible()
    await page.reload()
    await expectFlow(page, 'processing')
    await page.goto('/profile/history')
    await expect(page.getByRole('listitem').filter({ hasText: 'left.jpg' }).first()).toContainText('处理中')
    await expectRunningInOffice(await visit(await signIn(ADMIN_EMAIL)), [person, ...others])
    const elsewhere = await visit(person)
    await openTool(elsewhere, SLOW_TOOL)
    await expectFlow(elsewhere, 'processing')
    await expect(elsewhere.getByText('left.jpg')).toBeVisible()
    await page.goto(`/ai/${SLOW_TOOL}`)
    await expectFlow(page, 'processing')
    for (const other of others) await cancelAll(other)
    await expectProgress(elsewhere)
    await elsewhere.getByRole('button', { name: '取消', exact: true }).click()
    await elsewhere.getByRole('button', { name: '确认取消' }).click()
    await Promise.all([
      expectFlow(elsewhere, 'held'),
      expectFlow(page, 'held'),
      expect(page.getByText('已取消当前处理任务').first()).toBeVisible({ timeout: 60_000 }),
    ])
    expect(await balanceOf(person)).toBe(5)
  },
)

test('a network that is lost while the run goes on comes back to the result', async ({ page, context, provoked }) => {
  provoked.patterns.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION/)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ width: 1600, height: 1200 }))
  await startButton(page).click()
  await expectFlow(page, 'processing')
  await expectProgress(page)
  await context.setOffline(true)
  await expect(page.getByText('网络已断开').first()).toBeVisible()
  test.slow()
  await expect.poll(() => openJobs(person), { timeout: RUN_TIMEOUT_MS }).toEqual([])
  await context.setOffline(false)
  await expectFlow(page, 'result')
  expect(await balanceOf(person)).toBe(3)
})

test(
  '[C-43] a double click starts once, and two tabs with credits for one run start one',
  ON_BOTH_DATABASES,
  async ({ page, context, provoked }) => {
    provoked.patterns.push(/status of 4\d\d.*jobs\/start/)
    const person = await register()
    await person.enter(context)
    await openTool(page)
    await holdPicture(page)
    await startButton(page).dblclick()
    await expectFlow(page, 'result')
    await expect(balance(page)).toContainText(creditsText(3))
    expect(
      (await person.api.history.list({ limit: 10, offset: 0 })).entries.flatMap(({ records }) => records),
    ).toHaveLength(1)

    // 3 credits left: enough for one run of 2.
    const second = await context.newPage()
    await openTool(second, 'denoise/strong')
    await second.getByRole('main').waitFor()
    await holdPicture(second)
    await openTool(page, 'lighting/adjust')
    await expect(startButton(page)).toBeEnabled()
    await Promise.all([startButton(page).click(), startButton(second).click()])
    const ends = await Promise.all(
      [page, second].map(async (tab) => {
        const refused = tab.getByRole('alert').filter({ hasText: '积分不足，需要 2 个积分，剩余 1 个' })
        const finished = tab.getByRole('link', { name: '保存图片' })
        await expect(refused.or(finished).first()).toBeVisible({ timeout: RUN_TIMEOUT_MS })
        return (await refused.count()) > 0 ? 'refused' : 'finished'
      }),
    )
    expect(ends.sort()).toEqual(['finished', 'refused'])
    expect(await balanceOf(person)).toBe(1)
  },
)
