import { expect, it } from 'vitest'
import { SHARE_TARGET_PATH } from '#rulebook/site/offline-texts.ts'
import { taskOf } from './worker-rules.ts'

const ORIGIN = 'https://huanying.test'
const task = (path: string, mode = 'cors', method = 'GET') => taskOf({ method, url: ORIGIN + path, mode }, ORIGIN)

it('answers pages and files with a hash, and takes a shared picture', () => {
  expect(task('/ai/denoise/normal', 'navigate')).toBe('page')
  expect(task('/assets/root-AbC123.js', 'cors')).toBe('hashed-file')
  expect(task(SHARE_TARGET_PATH, 'navigate', 'POST')).toBe('shared-picture')
})

it('never touches calls, private pictures, downloads, other hosts or other posts', () => {
  for (const path of [
    '/api/rpc/account/session',
    '/files/signed.png',
    '/api/uploads',
    '/openapi.json',
    '/docs/api',
    '/s/shared?k=x',
  ])
    for (const mode of ['cors', 'no-cors', 'navigate']) expect(task(path, mode), `${path} ${mode}`).toBe('none')
  expect(task('/favicon.svg', 'no-cors')).toBe('none')
  expect(task('/auth/login', 'navigate', 'POST')).toBe('none')
  expect(task('/assets/root.js', 'cors', 'HEAD')).toBe('none')
  expect(taskOf({ method: 'GET', url: 'https://elsewhere.test/assets/a.js', mode: 'cors' }, ORIGIN)).toBe('none')
})
