// The account as its owner sees it: picture, password, data to take along, and the end (document 1 §2, §5; U-16, U-22).
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, test } from './journey-test.ts'
import { expectStays, runUntil, stopClock } from './page-clock.ts'
import { origin, PASSWORD, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

declare global {
  interface Window {
    /** Body of the last update: Playwright does not see those of a stream. */
    sentUpdate?: string
  }
}

test('[PROFILE-01] [PROFILE-03] [PROFILE-04] [PROFILE-17] [UDROP-31] [VALID-AVATAR-01] [VALID-AVATAR-06] a new avatar is everywhere at once; one that does not fit is refused, one that does not arrive is told', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 500.*avatar/)
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  const menu = page.getByRole('navigation', { name: '个人中心' })
  await expect(menu.getByRole('link')).toHaveText(['个人资料', '历史记录', '积分管理'])
  for (const [index, address] of ['/profile/info', '/profile/history', '/profile/billing'].entries())
    await expect(menu.getByRole('link').nth(index)).toHaveAttribute('href', address)
  const sidebar = page.locator('aside')
  await expect(sidebar.getByText('免费版', { exact: true })).toBeVisible()
  await expect(sidebar.getByText(person.email.split('@')[0]!, { exact: true })).toBeVisible()
  await expect(sidebar.locator('[data-seed]')).toBeVisible()

  await page.getByRole('button', { name: '更换头像' }).click()
  const chooser = page.getByLabel('选择图片')
  const save = page.getByRole('button', { name: '保存头像' })
  await save.click()
  await expect(page.getByText('请选择头像图片')).toBeVisible()
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(page.getByText('图片文件已损坏或格式不正确，请重新选择')).toBeVisible()
  await chooser.setInputFiles(await picture({ name: 'tiny.png', width: 40, height: 40, format: 'png' }))
  await expect(page.getByText('图片尺寸不能小于 50 × 50 像素')).toBeVisible()
  await chooser.setInputFiles(await picture({ name: 'me.jpg', width: 320, height: 240 }))
  await expect(page.getByAltText('头像预览')).toBeVisible()
  await page.route('**/api/account/avatar', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await save.click()
  await expect(page.getByText('头像上传失败，请重试')).toBeVisible()
  await save.click()
  await expect(page.getByText('头像更新成功')).toBeVisible()
  await expect(page.getByRole('img', { name: '头像', exact: true })).toHaveAttribute('src', /^\/avatars\//)
  await expect(page.locator('aside img')).toHaveAttribute('src', /^\/avatars\//)
  await expect(page.getByRole('banner').locator('img[src^="/avatars/"]').first()).toBeVisible()
})

test('[PROFILE-14] [PROFILE-15] [PROFILE-16] the user name alone is sent; a failed update is told, and one without a user as such', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of (500|401)/)
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  const main = page.getByRole('main')
  const UPDATE = '**/rpc/account/profile/update'
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (target, init) => {
      const request = new Request(target, init)
      if (request.url.endsWith('/profile/update')) window.sentUpdate = await request.clone().text()
      return send(request)
    }
  })
  const rename = async (name: string) => {
    await main.getByLabel('用户名').fill(name)
    await main.getByRole('button', { name: '保存', exact: true }).click()
  }
  await main.getByRole('button', { name: '修改', exact: true }).click()
  // An answer of something in between, and of the service itself (platform/server/http/error-response.ts).
  const trouble = { defined: false, code: 'unexpected', status: 500, message: 'unexpected' }
  for (const answer of [{ body: 'broken' }, { json: { json: trouble } }]) {
    await page.route(UPDATE, (route) => route.fulfill({ status: 500, ...answer }), { times: 1 })
    await rename('李雷_1')
    await expect(main.getByText('更新失败，请重试')).toBeVisible()
    await main.getByLabel('用户名').fill('')
    await expect(main.getByText('更新失败，请重试')).toBeHidden()
  }
  await rename('李雷_2')
  await expect(page.getByText('用户名更新成功')).toBeVisible()
  expect(JSON.parse(await page.evaluate(() => window.sentUpdate!))).toEqual({ json: { username: '李雷_2' } })

  await main.getByRole('button', { name: '修改', exact: true }).click()
  await fetch(`${origin()}/api/auth/sign-out`, {
    method: 'POST',
    headers: { ...(await person.headers()), cookie: person.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  await rename('李雷_3')
  await expect(page.getByText('用户未登录')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fprofile%2Finfo$/)
  const { username } = await (await signIn(person.email)).api.account.profile.get()
  expect(username).toBe('李雷_2')
})

test('[PROFILE-09] [PROFILE-20] [PROFILE-21] [ERR-ACC-08] [ERR-ACC-18] [VALID-PWD-08] [VALID-PWD-09] [VALID-PWD-10] [VALID-PWD-11] the password is changed, and only the new one opens the account', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const fill = async (current: string, next: string, again = next) => {
    await dialog.getByLabel('当前密码').fill(current)
    await dialog.getByLabel('新密码', { exact: true }).fill(next)
    await dialog.getByLabel('确认新密码').fill(again)
    await dialog.getByRole('button', { name: '确认修改' }).click()
  }
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/change-password')) asked.push(request.url())
  })
  for (const [current, next, again, text] of [
    ['', 'brand-new-2026', 'brand-new-2026', '请输入当前密码'],
    [PASSWORD, 'k9$vq', 'k9$vq', '密码长度至少6位'],
    [PASSWORD, 'kvuqzmwpd', 'kvuqzmwpd', '密码必须包含字母和数字'],
    [PASSWORD, '7302958164', '7302958164', '密码必须包含字母和数字'],
    [PASSWORD, 'brand-new-2026', 'brand-new-2027', '两次密码输入不一致'],
    [PASSWORD, PASSWORD, PASSWORD, '新密码不能与当前密码相同'],
  ] as const) {
    await fill(current, next, again)
    await expect(dialog.getByRole('alert')).toHaveText(text)
  }
  expect(asked).toEqual([])
  await fill('wrong-2026', 'brand-new-2026')
  await expect(dialog.getByText('当前密码错误')).toBeVisible()
  await stopClock(page)
  await fill(PASSWORD, 'brand-new-2026')
  await runUntil(page, () => dialog.getByText('密码修改成功，请重新登录').isVisible())
  await expectStays(page, 900)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await page.clock.resume()
  await expect(page.getByText('已成功登出。密码修改成功')).toBeVisible()
  await expect(page.getByText('已成功退出登录')).toHaveCount(0)
  await page.getByLabel('邮箱').fill(person.email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('邮箱或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('brand-new-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
})

test('[PROFILE-23] [PROFILE-25] own data can be taken along, the end of the account asked for, and undone by signing in again with everything in it', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  const photo = await picture({ name: '全家福.jpg' })
  const upload = await uploadOver(person, photo, origin())
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '导出我的数据' }).click()
  const proof = page.getByRole('dialog', { name: '导出数据' })
  await proof.getByLabel('当前密码').fill(PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const files = unzipSync(await readFile(await file.path()))
  const tables = ['账户', '处理记录', '积分明细', '账单', '退款申请', '同意记录'].map((name) => `${name}.json`)
  expect(Object.keys(files).sort()).toEqual(['说明.txt', '原图/全家福.jpg', ...tables].sort())
  const readTable = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
  expect(readTable('账户.json')).toMatchObject({ profile: { initialEmail: person.email } })
  expect(readTable('处理记录.json')).toMatchObject({ uploads: [{ id: upload.id }], records: [] })
  expect(readTable('积分明细.json')).toMatchObject([{ kind: 'grant', amount: 5 }])
  expect(photo.buffer.equals(files['原图/全家福.jpg']!)).toBe(true)

  await page.getByRole('button', { name: '删除账户' }).click()
  const dialog = page.getByRole('dialog', { name: '删除账户？' })
  await expect(dialog.getByText(/已停止的会退回积分。$/)).toBeVisible()
  await expect(dialog).not.toContainText(/付款|退款/) // who never bought
  await expect(dialog.getByRole('button', { name: '取消', exact: true })).toBeVisible()
  await expect(dialog.getByText('1 张图片及其全部处理结果')).toBeVisible()
  await expect(dialog.getByText('剩余的 5 个积分', { exact: true })).toBeVisible()
  const confirm = dialog.getByRole('button', { name: '申请删除账户' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('请输入“删除账户”确认').fill('删除账户')
  await dialog.getByLabel('当前密码').fill('wrong-2026')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('当前密码错误')
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await confirm.click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await expect(page.getByText(/永久删除，在此之前重新登录即可撤销/).first()).toBeVisible()
  await page.getByLabel('邮箱').fill(person.email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('您已重新登录，账户不再删除').first()).toBeVisible()
  await page.goto('/profile/history')
  await expect(page.getByText('全家福.jpg')).toBeVisible()
  await page.goto('/profile/info')
  const events = page.getByRole('region', { name: '安全记录' }).getByRole('listitem')
  for (const event of ['已申请删除账户', '已撤销删除账户'])
    await expect(events.filter({ hasText: event }), event).toHaveCount(1)
})
