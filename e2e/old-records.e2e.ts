// Records of more than 30 days, one that the database refuses for a while, and an admin session that it never takes (document 1 §2, §4, §9;
// document 2 §8; C-14, P-11, P-26).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startOf } from '#features/processing/testing/start-of.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, balanceOf, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { type Service, startService } from './service.ts'
import { expectCompleted, expectFlow, holdPicture, openTool, startButton, uploadOver } from './tool-steps.ts'
import { whileItStands } from './while-it-stands.ts'

let service: Service
let stop: () => Promise<void>
let person: Person

/** Everything that is called old was made 31 days ago; the record of unsaved.jpg is refused four times, that of an admin session always. */
const SEEDS = `
  update user_uploads set created_at = created_at - interval '31 days' where original_filename like 'old%';
  update processing_history set created_at = created_at - interval '31 days' where original_filename like 'old%';
  create sequence refused;
  grant usage on sequence refused to app_user;
  create function refuse_record() returns trigger language plpgsql as $$
  begin
    if nextval('refused') <= 4 then raise exception 'refused'; end if;
    return new;
  end $$;
  create trigger refuse_record before insert on user_uploads for each row when (new.original_filename = 'unsaved.jpg')
    execute function refuse_record();
  create function refuse_session() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create trigger refuse_session before insert on admin_sessions for each row execute function refuse_session();
`

test.beforeAll(async () => {
  service = await startService({ TRUSTED_PROXIES: '127.0.0.1' })
  stop = leadTo(service)
  await register(ADMIN_EMAIL)
  await service.appoint(ADMIN_EMAIL)
  person = await register()
  for (const name of ['old-run.jpg', 'young.jpg']) {
    const { id: uploadId } = await uploadOver(person, await picture({ name }), origin())
    const job = await person.api.processing.jobs.start(startOf({ uploadId }))
    await expectCompleted(person, job.id)
  }
  await uploadOver(person, await picture({ name: 'old-alone.jpg' }), origin())
  await whileItStands(service, SEEDS)
})
test.afterAll(() => stop())

/** All pictures that the service keeps, with their bytes; what it notes of their kinds beside them is no picture. */
function storedFiles(folder = join(service.dataDir, 'files')): Map<string, number> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => path.includes('/objects/'))
  return new Map(paths.map((path) => [path, statSync(path).size]))
}

test('[HIST-09] [HIST-10] [HIST-29] the cleanup says what goes, says when it fails, and frees what it announced', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|Failed to fetch/)
  await person.enter(context)
  await page.goto('/profile/history')
  await expect(page.getByText('old-run.jpg')).toBeVisible()
  await page.getByRole('button', { name: '清理旧记录' }).click()
  const dialog = page.getByRole('dialog')
  const announced = dialog.getByText(/^将删除 2 张图片和 1 条处理记录，释放 /)
  await expect(announced).toBeVisible()
  const size = /释放 (\d+ KB)/.exec((await announced.textContent())!)![1]!

  await page.route('**/rpc/history/cleanup', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: '清理', exact: true }).click()
  await expect(page.getByText('清理失败，请重试', { exact: true })).toBeVisible()
  const before = storedFiles()
  await dialog.getByRole('button', { name: '清理', exact: true }).click()
  await expect(page.getByText(`清理完成：已删除 2 张图片和 1 条记录，释放 ${size}`)).toBeVisible()
  const after = storedFiles()
  const gone = [...before].filter(([path]) => !after.has(path))
  expect(sizeText(gone.reduce((sum, [, bytes]) => sum + bytes, 0)), `gone: ${gone.join(' ')}`).toBe(size)
  await expect(page.getByText(/^old-/)).toHaveCount(0)
  await expect(page.getByText('young.jpg')).toBeVisible()
  await page.getByRole('button', { name: '清理旧记录' }).click()
  await expect(page.getByText('没有 30 天前的记录，无需清理。')).toBeVisible()
})

test('[UPLOAD-21] a picture whose record could not be saved is run all the same, charged once, and in the history', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 500/)
  const newcomer = await register()
  await newcomer.enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ name: 'unsaved.jpg' }))
  expect(service.output()).toContain('upload record not saved yet')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await startButton(page).click()
  await expectFlow(page, 'result')
  expect(await balanceOf(newcomer)).toBe(3)
  await page.goto('/profile/history')
  const entry = page.getByRole('listitem').filter({ hasText: 'unsaved.jpg' }).first()
  await expect(entry.getByText('已完成', { exact: true })).toBeVisible()
})

test('[ADM-SESS-03] an admin session that cannot be written is said once, and the admin stays signed in', async ({
  visit,
  provoked,
}) => {
  provoked.patterns.push(/500/)
  const page = await visit(await signIn(ADMIN_EMAIL))
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/api/rpc/admin/session/open'))
  await page.goto('/ai')
  expect((await opened).status()).toBe(500)
  await expect(page.getByText('管理员会话创建失败，但登录成功')).toHaveCount(1)
  await page.goto('/profile/info')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('基本信息')
})
