// A tool page before its program runs (decision 0017): it stands there as it will be, and what somebody does on it is not lost. Each act
// here is the first one of its page, so that it comes before the program can.
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { sumOf, unaskedOf, watchShifts, wordsOf } from './layout-shifts.ts'
import { register } from './person.ts'
import { type PictureFile, picture } from './picture.ts'
import { balance, chooser, chooserOpenedBy, expectFlow, FAST_TOOL, openTool } from './tool-steps.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

// With everything in the browser's cache the program would come sooner than the act.
test.use({ isFirstVisit: true })

/** Somebody signed in on the page of a tool that has not started its program. */
async function openStill(page: Page): Promise<void> {
  await (await register()).enter(page.context())
  await openTool(page)
  await expect(page.locator('html')).toHaveAttribute('data-visitor', 'signed-in')
  expect(await page.locator('html').getAttribute('data-program')).toBeNull()
}

/** The event that the browser sends for a picture that comes by mouse or clipboard. */
async function giveByEvent(page: Page, type: 'drop' | 'paste', file: PictureFile): Promise<void> {
  const { name, mimeType } = file
  await page.evaluate(
    ({ type, name, mimeType, bytes }) => {
      const files = new DataTransfer()
      files.items.add(new File([Uint8Array.from(bytes)], name, { type: mimeType }))
      const how = { bubbles: true, cancelable: true }
      const event =
        type === 'drop'
          ? new DragEvent('drop', { ...how, dataTransfer: files })
          : new ClipboardEvent('paste', { ...how, clipboardData: files })
      document.body.dispatchEvent(event)
    },
    { type, name, mimeType, bytes: [...file.buffer] },
  )
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('it shows who is signed in and what is offered, and nothing moves when the program comes', async ({
      page,
    }) => {
      await watchShifts(page)
      await openStill(page)
      await expect(balance(page)).toHaveText(/5 积分/)
      await expect(page.getByText('剩余 5 积分')).toBeVisible()
      await expect(page.getByRole('button', { name: /^开始处理/ })).toBeDisabled()
      await page.mouse.move(20, 300)
      await expect(page.locator('html')).toHaveAttribute('data-program', 'running')
      await expect(page.locator('html')).not.toHaveAttribute('data-visitor')
      await expect(balance(page)).toHaveText(/5 积分/)
      const shifts = await unaskedOf(page)
      expect(sumOf(shifts), wordsOf(shifts)).toBeLessThan(0.01)
    })

    test('a press opens the file field at once, and the chosen picture is taken', async ({ page }) => {
      await openStill(page)
      const box = (await page.getByRole('button', { name: '选择图片' }).boundingBox())!
      const opened = await chooserOpenedBy(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
      await opened.setFiles(await picture())
      await expectFlow(page, 'held')
    })

    test('a picture chosen in the field is taken', async ({ page }) => {
      await openStill(page)
      await chooser(page).setInputFiles(await picture())
      await expectFlow(page, 'held')
    })

    for (const type of ['drop', 'paste'] as const)
      test(`a picture that comes by ${type} is taken`, async ({ page }) => {
        await openStill(page)
        await giveByEvent(page, type, await picture())
        await expectFlow(page, 'held')
      })

    test('two presses reach their buttons, in their order', async ({ page }) => {
      await openStill(page)
      await page.evaluate(() => {
        document.querySelectorAll<HTMLElement>('[role=radiogroup] input')[1]!.click()
        for (const button of document.querySelectorAll('button'))
          if (button.textContent === '从历史记录选择') button.click()
      })
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('radio', { name: '手动' })).toBeChecked()
      await expect(page.getByRole('slider').first()).toBeVisible()
    })

    test('the menu of the bar opens before the program runs, and stays open when it does', async ({ page }) => {
      await openStill(page)
      const isNarrow = viewport.width < 768
      const button = page.getByRole('button', isNarrow ? { name: '打开菜单' } : { name: 'AI 工具', exact: true })
      const isOpenAtOnce = await button.evaluate((element: HTMLElement) => {
        element.click()
        return document.getElementById(element.getAttribute('aria-controls')!)!.checkVisibility()
      })
      expect(isOpenAtOnce).toBe(true)
      await expect(page.locator('html')).toHaveAttribute('data-program', 'running')
      const bar = page.getByRole('banner')
      await expect(bar.getByRole('link', { name: /^标准增强 V2/ }).filter({ visible: true })).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(bar.getByRole('link', { name: /^标准增强 V2/ }).filter({ visible: true })).toHaveCount(0)
    })

    test('the user menu opens from a press', async ({ page }) => {
      await openStill(page)
      const box = (await page.getByRole('button', { name: /^用户菜单：journey/ }).boundingBox())!
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await expect(page.getByRole('banner').getByRole('link', { name: '个人资料' })).toBeVisible()
    })
  })
}

/** Presses the second choice and a button in the middle of React's work on the page: what it sees then it finishes inside of that press. */
const pressWhileTakenOver = (page: Page) =>
  page.evaluate(async () => {
    const begun = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'))
    const turn = () =>
      new Promise<void>((next) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => next()
        channel.port2.postMessage('')
      })
    document.dispatchEvent(new Event('pointermove'))
    while (!begun()) await turn()
    const state = document.documentElement.dataset.program ?? 'in the middle'
    document.querySelectorAll<HTMLElement>('[role=radiogroup] input')[1]!.click()
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === '从历史记录选择') button.click()
    return state
  })

test('presses while the program takes the page over reach what was pressed', async ({ page, context }) => {
  await openStill(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  expect(await pressWhileTakenOver(page)).toBe('in the middle')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: '手动' })).toBeChecked()
})

test('a visitor is led to the sign-in without a touch', async ({ page }) => {
  await page.goto(`/ai/${FAST_TOOL}`)
  await expect(page).toHaveURL(/\/auth\/login\?.*redirect=/)
})

test('values in the address start the program without a touch', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/ai/enhance/standard/standard-v2?output_height=1024')
  await expect(page.getByRole('radio', { name: '手动' })).toBeChecked()
})
