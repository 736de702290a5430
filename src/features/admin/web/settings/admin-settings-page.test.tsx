// @vitest-environment jsdom
// /admin/settings in the browser: what asks first, what is sent, and every outcome text (document 2 §2, §5, §8).
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { parseSettings, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import { adminClient } from '../admin-client.ts'
import { AdminSettingsPage } from './admin-settings-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: {
    settings: {
      get: vi.fn(),
      save: vi.fn(),
      setEmergencyStop: vi.fn(),
      setMaintenance: vi.fn(),
      cleanup: vi.fn(),
      optimise: vi.fn(),
    },
  },
}))
const { get, save, setEmergencyStop, setMaintenance, cleanup, optimise } = vi.mocked(adminClient.settings, {
  deep: true,
})
const PATIENTLY = { timeout: 10_000 }
const DEFAULTS = parseSettings({})
const onChanged = vi.fn()

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  get.mockResolvedValue(DEFAULTS)
})

async function showPage(settings: Partial<SystemSettings> = {}) {
  get.mockResolvedValue({ ...DEFAULTS, ...settings })
  renderPage(
    <>
      <AdminSettingsPage onChanged={onChanged} />
      <Link to="/admin/users">用户管理</Link>
    </>,
    { path: '/admin/settings', isLeavable: true },
  )
  await screen.findByRole('button', { name: '保存设置' }, PATIENTLY)
}
const shown = (text: string | RegExp) => screen.findByText(text, undefined, PATIENTLY)
const button = (name: string) => screen.getByRole('button', { name })
const dialog = () => screen.findByRole('dialog', undefined, PATIENTLY)
const answer = async (name: string) => fireEvent.click(within(await dialog()).getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENTLY)
const limit = () => screen.getByRole('textbox', { name: 'API 速率限制（次/分钟）' })
const daily = () => screen.getByRole('textbox', { name: '每日积分上限（积分/人）' })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

it('[ADM-SET-01] [ADM-SET-02] [ADM-SET-03] [ADM-SET-04] has both switches, the form and the tools', async () => {
  await showPage({ emergencyStop: true })
  expect((screen.getByRole('switch', { name: '紧急停止' }) as HTMLInputElement).checked).toBe(true)
  expect((screen.getByRole('switch', { name: '维护模式' }) as HTMLInputElement).checked).toBe(false)
  for (const field of [limit(), daily(), screen.getByRole('textbox', { name: '系统公告' })]) expect(field).toBeTruthy()
  for (const name of ['开始清理', '开始优化']) expect(button(name)).toBeTruthy()
})

describe.each([
  {
    title: '紧急停止',
    name: 'emergencyStop',
    call: setEmergencyStop,
    ask: 'ADM-SET-05',
    done: 'ADM-SET-21',
  },
  {
    title: '维护模式',
    name: 'maintenanceMode',
    call: setMaintenance,
    ask: 'ADM-SET-06',
    done: 'ADM-SET-23',
  },
] as const)('$title', ({ title, name, call, ask, done }) => {
  const doneText = { 紧急停止: '紧急停止功能已', 维护模式: '系统维护模式已' }[title]
  const press = () => fireEvent.click(screen.getByRole('switch', { name: title }))

  it(`[${ask}] asks first; cancelling changes nothing`, async () => {
    await showPage()
    press()
    expect((await dialog()).textContent).toContain(`确定要启用${title}吗？`)
    await answer('取消')
    await closed()
    expect(call).not.toHaveBeenCalled()
    expect((screen.getByRole('switch', { name: title }) as HTMLInputElement).checked).toBe(false)
  })

  it(`[${done}] says that it is on, then off, and tells the other pages`, async () => {
    await showPage()
    for (const [isOn, verb] of [
      [true, '启用'],
      [false, '禁用'],
    ] as const) {
      call.mockResolvedValueOnce({ ...DEFAULTS, [name]: isOn })
      press()
      await answer(verb)
      await shown(`${doneText}${verb}`)
      await closed()
      expect(call).toHaveBeenLastCalledWith({ isOn })
      expect((screen.getByRole('switch', { name: title }) as HTMLInputElement).checked).toBe(isOn)
    }
    expect(onChanged).toHaveBeenCalledTimes(2)
  })
})

describe('the form', () => {
  it('[ADM-SET-19] saves only what was changed, and says so', async () => {
    await showPage({ systemAnnouncement: '旧公告' })
    save.mockResolvedValue({ ...DEFAULTS, apiRateLimit: 60, systemAnnouncement: '旧公告' })
    expect(button('保存设置')).toHaveProperty('disabled', true)
    type(limit(), '60')
    await shown('有未保存的修改')
    fireEvent.click(button('保存设置'))
    await shown('系统设置保存成功')
    expect(save).toHaveBeenCalledWith({ apiRateLimit: 60 })
    await waitFor(() => expect(screen.queryByText('有未保存的修改')).toBeNull(), PATIENTLY)
  })

  it('keeps what was typed while it was saved', async () => {
    await showPage()
    let answer = (_settings: SystemSettings) => {}
    save.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    type(limit(), '60')
    fireEvent.click(button('保存设置'))
    await waitFor(() => expect(save).toHaveBeenCalledWith({ apiRateLimit: 60 }), PATIENTLY)
    const announcement = screen.getByRole('textbox', { name: '系统公告' }) as HTMLTextAreaElement
    type(announcement, '今晚维护')
    type(limit(), '70')
    answer({ ...DEFAULTS, apiRateLimit: 60 })
    await shown('系统设置保存成功')
    await waitFor(() => expect(button('保存设置')).toHaveProperty('disabled', false), PATIENTLY)
    save.mockResolvedValueOnce({ ...DEFAULTS, apiRateLimit: 70, systemAnnouncement: '今晚维护' })
    fireEvent.click(button('保存设置'))
    await waitFor(
      () => expect(save).toHaveBeenLastCalledWith({ apiRateLimit: 70, systemAnnouncement: '今晚维护' }),
      PATIENTLY,
    )
    await waitFor(() => expect(screen.queryByText('有未保存的修改')).toBeNull(), PATIENTLY)
  })

  it.each([
    ['ADM-SET-10', limit, ['0', '1001', ''], ['1', '1000'], 'API 速率限制必须是 1 到 1000 之间的整数'],
    ['ADM-SET-11', daily, ['0', '10001', ''], ['1', '10000'], '每日积分上限必须是 1 到 10000 之间的整数'],
  ] as const)(
    '[%s] refuses numbers out of range with the rule, and offers the ends',
    async (_, field, bad, good, rule) => {
      await showPage()
      for (const value of bad) {
        type(field(), value)
        expect(await shown(rule)).toBeTruthy()
        expect(button('保存设置')).toHaveProperty('disabled', true)
      }
      for (const value of good) {
        type(field(), value)
        expect(screen.queryByText(rule)).toBeNull()
        expect(button('保存设置')).toHaveProperty('disabled', false)
      }
      fireEvent.click(button('放弃修改'))
      expect(button('保存设置')).toHaveProperty('disabled', true)
      expect(save).not.toHaveBeenCalled()
    },
  )

  it('[ADM-SET-12] takes any text as announcement, shows it as it will stand, and counts it', async () => {
    await showPage()
    save.mockResolvedValue(DEFAULTS)
    const field = screen.getByRole('textbox', { name: '系统公告' })
    type(field, '<b>今晚</b> 22:00 维护')
    expect((await screen.findByRole('alert', undefined, PATIENTLY)).textContent).toContain('<b>今晚</b> 22:00 维护')
    expect(screen.getByText('18 / 500 个字符')).toBeTruthy()
    fireEvent.click(button('保存设置'))
    await waitFor(() => expect(save).toHaveBeenCalledWith({ systemAnnouncement: '<b>今晚</b> 22:00 维护' }), PATIENTLY)
    type(field, '字'.repeat(501))
    await shown('系统公告最多 500 个字符')
  })
})

describe('the tools', () => {
  const use = async (name: string) => {
    fireEvent.click(button(name))
    await answer(name)
  }

  it.each([
    ['ADM-SET-14', '开始清理', cleanup, '不会删除用户的图片、记录、账单或积分'],
    ['ADM-SET-15', '开始优化', optimise, '确定要优化数据库吗？'],
  ] as const)('[%s] %s asks first; cancelling does nothing', async (_, name, call, words) => {
    await showPage()
    fireEvent.click(button(name))
    expect((await dialog()).textContent).toContain(words)
    await answer('取消')
    await closed()
    expect(call).not.toHaveBeenCalled()
  })

  it('[ADM-SET-27] cleaning tells its end and how much went', async () => {
    await showPage()
    cleanup.mockResolvedValue({ removedLogs: 7 })
    await use('开始清理')
    await shown('过期数据清理完成')
    await shown('已删除 7 条操作日志。')
  })

  it('optimisation tells what it did (P-15)', async () => {
    await showPage()
    optimise.mockResolvedValue({
      tables: 48,
      sizeBeforeBytes: 12 * 2 ** 20,
      sizeAfterBytes: 11 * 2 ** 20,
      durationMs: 340,
    })
    await use('开始优化')
    await shown('数据库优化完成')
    await shown('已整理 48 张表，耗时 0.3 秒；数据库大小 12 MB → 11 MB。')
  })
})

describe('changes that are not saved', () => {
  const leave = () => fireEvent.click(screen.getByRole('link', { name: '用户管理' }))
  const closeTab = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }

  it('hold up who leaves, by our own question and by the browser’s', async () => {
    await showPage()
    expect(closeTab()).toBe(false)
    type(screen.getByRole('textbox', { name: '系统公告' }), '今晚维护')
    expect(closeTab()).toBe(true)
    leave()
    expect((await dialog()).textContent).toContain('有未保存的修改，离开后会丢失。')
    await answer('继续编辑')
    await closed()
    expect((screen.getByRole('textbox', { name: '系统公告' }) as HTMLTextAreaElement).value).toBe('今晚维护')
    leave()
    await answer('放弃并离开')
    await shown('elsewhere')
  })

  it('are none where nothing was typed', async () => {
    await showPage()
    leave()
    await shown('elsewhere')
  })
})
