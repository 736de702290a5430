import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
const fresh = () => import('./error-message.ts')
const refusal = { code: 'insufficient-credits', data: { needed: 5, remaining: 2 } }

it('without the register it has the texts of what the browser meets by itself', async () => {
  const { messageOf, isKnownCode } = await fresh()
  expect(messageOf(new TypeError('Failed to fetch'))).toBe('网络连接失败，请检查网络状态')
  expect(messageOf({ code: 'upload-type-alternate' })).not.toBe(messageOf(undefined))
  expect(messageOf(refusal)).toBe('服务暂时出现问题，请稍后重试')
  expect([isKnownCode('network-failed'), isKnownCode(refusal.code), isKnownCode('toString')]).toEqual([
    true,
    false,
    false,
  ])
})

it('has every text once the register is loaded', async () => {
  const { messageOf, loadErrorTexts, isKnownCode } = await fresh()
  await loadErrorTexts()
  expect(messageOf(refusal)).toBe('积分不足，需要 5 个积分，剩余 2 个')
  expect(isKnownCode(refusal.code)).toBe(true)
})

it('the register comes with the first call, before its refusal is shown', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  const { openLink } = await import('./api-link.ts')
  const { messageOf } = await fresh()
  await openLink.call(['site', 'status'], undefined, { context: {} }).catch(() => {})
  expect(messageOf(refusal)).toContain('5')
  vi.unstubAllGlobals()
})
