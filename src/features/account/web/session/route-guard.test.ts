// The guard against an auth state that takes its time (document 1 §2 "Route guard").
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkRoute, type GuardedVisitor } from './route-guard.ts'

const VISITOR: GuardedVisitor = { initialized: true, isAuthenticated: false, isAdmin: false, trouble: undefined }
const USER: GuardedVisitor = { initialized: true, isAuthenticated: true, isAdmin: false, trouble: undefined }
const ADMIN: GuardedVisitor = { initialized: true, isAuthenticated: true, isAdmin: true, trouble: undefined }
const WANTED = '/profile/history?page=2#top'
const queryOf = (address: string | undefined) => new URL(address!, 'http://x').searchParams

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('waiting', () => {
  it('[GUARD-01] [GUARD-02] gives up after 50 polls of 100 ms with the timeout text', async () => {
    let reads = 0
    const never = () => {
      reads++
      return { ...VISITOR, initialized: false }
    }
    const answer = checkRoute('login', WANTED, never)
    let isDone = false
    void answer.then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(reads).toBe(51)
    const address = await answer
    expect(address).toMatch(/^\/auth\/login\?/)
    expect(queryOf(address).get('error')).toBe('认证系统初始化失败，请刷新页面重试')
    expect(queryOf(address).get('redirect')).toBe(WANTED)
  })

  it('[GUARD-03] lets the navigation continue when the state comes in time', async () => {
    const startMs = Date.now()
    const late = () => ({ ...USER, initialized: Date.now() - startMs >= 4_900 })
    const answer = checkRoute('login', WANTED, late)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await answer).toBeUndefined()
  })

  it('stops when the visitor goes elsewhere meanwhile', async () => {
    const leaving = new AbortController()
    const answer = checkRoute('login', WANTED, () => ({ ...USER, initialized: false }), leaving.signal)
    leaving.abort()
    await expect(answer).rejects.toThrow()
  })
})

describe('decisions', () => {
  it('[GUARD-04] sends a visitor to login with the wanted route, query and hash included', async () => {
    const address = await checkRoute('login', WANTED, () => VISITOR)
    expect(address).toBe(`/auth/login?redirect=${encodeURIComponent(WANTED)}`)
  })

  it('[GUARD-06] [GUARD-07] sends users who are no admins to /profile/info with the text', async () => {
    const address = await checkRoute('admin', '/admin/users', () => USER)
    expect(address).toMatch(/^\/profile\/info\?/)
    expect(queryOf(address).get('error')).toBe('您没有访问管理员后台的权限')
  })

  it('[GUARD-10] sends a signed-out visitor of an admin route to login', async () => {
    expect(await checkRoute('admin', '/admin', () => VISITOR)).toBe('/auth/login?redirect=%2Fadmin')
  })

  it('[GUARD-08] [GUARD-09] sends to login with the text when the check itself fails', async () => {
    const failing = () => {
      throw new Error('broken state')
    }
    const address = await checkRoute('login', WANTED, failing)
    expect(address).toMatch(/^\/auth\/login\?/)
    expect(queryOf(address).get('error')).toBe('认证检查失败，请重新登录')
  })

  it('opens what may be opened', async () => {
    expect(await checkRoute('open', '/', () => ({ ...VISITOR, initialized: false }))).toBeUndefined()
    expect(await checkRoute('login', WANTED, () => USER)).toBeUndefined()
    expect(await checkRoute('admin', '/admin', () => ADMIN)).toBeUndefined()
  })

  it('never sends to another origin after login', async () => {
    expect(await checkRoute('login', '//evil.example/x', () => VISITOR)).toBe('/auth/login?redirect=%2F')
  })
})
