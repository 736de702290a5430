// What the next journey finds in a context that another one has used (kept-contexts.ts).
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { keepContexts } from './kept-contexts.ts'

const leave = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem('left', 'x')
    sessionStorage.setItem('left', 'x')
    await caches.open('left')
    await new Promise((resolve) => indexedDB.open('left').addEventListener('success', resolve))
  })

const found = (page: Page) =>
  page.evaluate(async () => ({
    storage: [localStorage.getItem('left'), sessionStorage.getItem('left')],
    caches: (await caches.keys()).filter((name) => name === 'left'),
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'left'),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  }))

test('all that a journey leaves is gone, and one that put a clock or a script into its context leaves none', async ({
  browser,
  baseURL,
}) => {
  const kept = keepContexts(browser)
  const context = await kept.take({ baseURL })
  const page = context.pages()[0]!
  await page.goto('/terms-of-service')
  const before = await found(page)
  await leave(page)
  await context.addCookies([{ name: 'left', value: 'x', url: baseURL! }])
  await context.grantPermissions(['clipboard-read'])
  expect(await found(page)).not.toEqual(before)
  await context.newPage()
  await context.route('**/*', (route) => route.abort())
  await context.setOffline(true)
  await kept.giveBack(context, true)

  expect(await kept.take({ baseURL })).toBe(context)
  expect([context.pages().length, await context.cookies()]).toEqual([1, []])
  const next = context.pages()[0]!
  await next.goto('/terms-of-service')
  expect(await found(next)).toEqual(before)

  await next.clock.install()
  await kept.giveBack(context, true)
  const other = await kept.take({ baseURL })
  expect(other).not.toBe(context)
  await kept.giveBack(other, false)
  expect(await kept.take({ baseURL })).not.toBe(other)
})
