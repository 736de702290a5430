// The account as its owner sees it: picture, password, data to take along, and the end (document 1 §2, §5; U-16, U-22).
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, test } from './journey-test.ts'
import { origin, PASSWORD, register } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

test('[PROFILE-01] [PROFILE-03] [PROFILE-04] a new avatar is everywhere at once; one that does not fit is refused', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  const menu = page.getByRole('navigation', { name: '个人中心' })
  await expect(menu.getByRole('link')).toHaveText(['个人资料', '历史记录', '积分管理'])
  await expect(page.locator('aside').getByText('免费版')).toBeVisible()

  await page.getByRole('button', { name: '更换头像' }).click()
  const chooser = page.getByLabel('选择图片')
  await chooser.setInputFiles(await picture({ name: 'tiny.png', width: 40, height: 40, format: 'png' }))
  await expect(page.getByText('图片尺寸不能小于 50x50 像素')).toBeVisible()
  await chooser.setInputFiles(await picture({ name: 'me.jpg', width: 320, height: 240 }))
  await expect(page.getByAltText('头像预览')).toBeVisible()
  await page.getByRole('button', { name: '保存头像' }).click()
  await expect(page.getByText('头像更新成功')).toBeVisible()
  await expect(page.getByRole('img', { name: '头像', exact: true })).toHaveAttribute('src', /^\/avatars\//)
  await expect(page.locator('aside img')).toHaveAttribute('src', /^\/avatars\//)
  await expect(page.getByRole('banner').locator('img[src^="/avatars/"]').first()).toBeVisible()
})

test('[PROFILE-09] [PROFILE-20] [PROFILE-21] [ERR-ACC-18] the password is changed, and only the new one opens the account', async ({
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
  const fill = async (current: string, next: string) => {
    await dialog.getByLabel('当前密码').fill(current)
    await dialog.getByLabel('新密码', { exact: true }).fill(next)
    await dialog.getByLabel('确认新密码').fill(next)
    await dialog.getByRole('button', { name: '确认修改' }).click()
  }
  await fill('wrong-2026', 'brand-new-2026')
  await expect(dialog.getByText('当前密码错误')).toBeVisible()
  await fill(PASSWORD, 'brand-new-2026')
  await expect(dialog.getByText('密码修改成功，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await expect(page.getByText('已成功登出。密码修改成功')).toBeVisible()
  await page.getByLabel('邮箱').fill(person.email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('邮箱或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('brand-new-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
})

test('[PROFILE-25] own data can be taken along, the end of the account asked for, and undone by signing in again with everything in it', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 40[01]/)
  const person = await register()
  await person.enter(context)
  await uploadOver(person, await picture({ name: '全家福.jpg' }), origin())
  await page.goto('/profile/info')
  await page.getByRole('button', { name: '导出我的数据' }).click()
  const proof = page.getByRole('dialog', { name: '导出数据' })
  await proof.getByLabel('当前密码').fill(PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const files = unzipSync(await readFile(await file.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['说明.txt', '账户.json', '原图/全家福.jpg']))

  await page.getByRole('button', { name: '删除账户' }).click()
  const dialog = page.getByRole('dialog', { name: '确定要删除账户吗？' })
  await expect(dialog.getByText('1 张图片及其全部处理结果')).toBeVisible()
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
})
