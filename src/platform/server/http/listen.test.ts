import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'
import type { HttpEnv } from './request-context.ts'

it('keeps idle connections longer than proxies do, and lets them go when it stops', async () => {
  const app = new Hono<HttpEnv>().get('/', (context) => context.text('here'))
  const listening = await listen(app, 0, '127.0.0.1')
  const answer = await fetch(`http://127.0.0.1:${listening.port}/`)
  expect(await answer.text()).toBe('here')
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
  await listening.stopAccepting()
  await expect(fetch(`http://127.0.0.1:${listening.port}/`)).rejects.toThrow()
})
