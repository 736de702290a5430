// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/account/contract.ts'
import { toStored } from '#features/account/web/session/stored-session.ts'
import { makeUser } from '#features/account/web/testing/make-profile.ts'
import { needed, prehydratedLabel, prehydratedText } from '#platform/web/prehydration-attributes.ts'
import { AUTH_TOKEN_KEY } from '#rulebook/pictures/browser-storage.ts'
import { prehydratePerson, restoreSession } from './prehydrate-person.ts'
import { FACE_ATTRIBUTE } from './start-messages.ts'

const USER = makeUser({ id: '7f0c1a52-6f0f-4d52-9a50-0d3f6f9a4b11', email: 'person@example.com' })
const SESSION = toStored({ access_token: 'token', expires_at: '', expires_in: 300, user: USER })
const PROFILE = {
  username: '小林',
  user_type: 'free',
  status: 'active',
  avatar_url: null,
  credits: { used: 0, total: 5, remaining: 5 },
}

const attributes = (marks: object) =>
  Object.entries(marks)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')

let answers: Record<string, unknown>
const asked: { readonly call: string; readonly authorization: string | null }[] = []

beforeEach(() => {
  document.body.innerHTML = `
    <a id="balance" ${attributes(prehydratedText('{credits} 积分'))}></a><button id="menu" ${attributes(prehydratedLabel('菜单：{name}'))}>
    <span id="face" ${FACE_ATTRIBUTE}></span></button><div ${attributes(needed(2))}></div>`
  delete document.documentElement.dataset.visitor
  localStorage.clear()
  asked.length = 0
  answers = { 'account/profile/get': PROFILE, 'processing/jobs/open': [] }
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    const call = address.replace('/api/rpc/', '')
    asked.push({ call, authorization: headers.authorization ?? null })
    return new Response(JSON.stringify({ json: answers[call] }), { status: call in answers ? 200 : 401 })
  })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
})
afterEach(() => vi.unstubAllGlobals())

const shown = () => document.documentElement.dataset.visitor
const withProfile = (
  changes: Partial<Omit<Profile, 'credits'>> & { readonly credits?: Partial<Profile['credits']> },
) => {
  answers['account/profile/get'] = { ...PROFILE, ...changes }
  return prehydratePerson(SESSION)
}

it('name, face and balance stand in their places, asked for in the name of the person', async () => {
  expect(await prehydratePerson(SESSION)).toBe(true)
  expect(document.getElementById('balance')!.textContent).toBe('5 积分')
  expect(document.getElementById('menu')!.getAttribute('aria-label')).toBe('菜单：小林')
  expect(document.getElementById('face')!.getAttribute('style')).toContain('data:image/svg+xml')
  expect(shown()).toBe('signed-in')
  expect(asked.every(({ authorization }) => authorization === 'Bearer token')).toBe(true)
})

it('whoever is to see more than that gets the program: other tiers, restricted accounts, too few credits, a run under way', async () => {
  expect(await withProfile({ user_type: 'premium' })).toBe(false)
  expect(await withProfile({ status: 'suspended' })).toBe(false)
  expect(await withProfile({ credits: { remaining: 1 } })).toBe(false)
  answers['processing/jobs/open'] = [{}]
  expect(await withProfile({})).toBe(false)
  expect(shown()).toBeUndefined()
})

it('a refused call is no answer', async () => {
  delete answers['processing/jobs/open']
  await expect(prehydratePerson(SESSION)).rejects.toThrow('processing/jobs/open')
})

it('a stored token that is still good is used, otherwise a new one is asked for and stored', async () => {
  localStorage.setItem(AUTH_TOKEN_KEY, JSON.stringify(SESSION))
  expect((await restoreSession())?.access_token).toBe('token')
  expect(asked).toEqual([])
  localStorage.setItem(AUTH_TOKEN_KEY, JSON.stringify({ ...SESSION, expiresAtMs: 0 }))
  answers['account/session'] = { access_token: 'new', expires_in: 300, user: USER }
  expect((await restoreSession())?.access_token).toBe('new')
  expect(localStorage.getItem(AUTH_TOKEN_KEY)).toContain('"new"')
  answers['account/session'] = null
  localStorage.clear()
  expect(await restoreSession()).toBeNull()
})
