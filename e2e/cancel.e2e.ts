// Cancelling a run (document 2 §4, §8; C-55, U-32): the waiting stops, the credits return, the history says what happened.
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { balanceOf, register } from './person.ts'
import { LARGE, picture } from './picture.ts'
import { balance, creditsText, expectFlow, holdPicture, openTool, startButton } from './tool-steps.ts'

test(
  '[TOOL-16] [HIST-15] [HIST-16] [C-55] a cancelled run says so, returns the credits, and the start works again',
  ON_BOTH_DATABASES,
  async ({ page, context }) => {
    const person = await register()
    await person.enter(context)
    await openTool(page)
    await holdPicture(page, await picture({ ...LARGE, name: 'cancelled.jpg' }))
    await startButton(page).click()
    await expect(balance(page)).toContainText(creditsText(3))
    await expect(page.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0')
    // The time of such a run is known: one number, and no tens of seconds (decision 0212).
    const main = page.getByRole('main')
    await expect(main.getByText(/^(约还需|通常约) \d+ 秒/).first()).toBeVisible()
    await expect(main.getByText(/几十秒|5–60 秒/)).toHaveCount(0)
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '继续处理' }).click()
    await expectFlow(page, 'processing')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '确认取消' }).click()
    await expect(page.getByText('已取消当前处理任务').first()).toBeVisible()
    await expectFlow(page, 'held')
    await expect(balance(page)).toContainText(creditsText(5))
    expect(await balanceOf(person)).toBe(5)
    await expect(startButton(page)).toBeEnabled()
    await startButton(page).click()
    await expectFlow(page, 'processing')
    await expect(balance(page)).toContainText(creditsText(3))

    await page.goto('/profile/history')
    const entry = page.getByRole('listitem').filter({ hasText: 'cancelled.jpg' }).first()
    for (const text of ['失败', '处理中']) await expect(entry.getByText(text, { exact: true })).toBeVisible()
    await expect(entry).toContainText('已取消当前处理任务')
    const [job] = await person.api.processing.jobs.open()
    if (job) await person.api.processing.jobs.cancel({ id: job.id })
  },
)
