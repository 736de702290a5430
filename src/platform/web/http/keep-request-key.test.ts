import { expect, it } from 'vitest'
import { keepRequestKey } from './keep-request-key.ts'

it('the answer of an earlier request leaves a later one, which is under way, its key', async () => {
  const withKey = keepRequestKey()
  let answer = (): void => {}
  const earlier = withKey({ n: 1 }, () => new Promise<void>((resolve) => (answer = resolve)))
  const keys: string[] = []
  const lose = (key: string) => {
    keys.push(key)
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const later = withKey({ n: 2 }, lose)
  answer()
  await earlier
  await expect(later).rejects.toThrow()
  await expect(withKey({ n: 2 }, lose)).rejects.toThrow()
  expect(keys[1]).toBe(keys[0])
})
