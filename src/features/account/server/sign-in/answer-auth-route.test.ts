// The line in which sign-ins wait (bench/sign-in-storm.ts): nobody passes by it, however the address is written.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { TEST_ORIGIN } from '../testing/test-accounts.ts'
import { answerAuthRoute } from './answer-auth-route.ts'
import type { Auth } from './auth.ts'

it.each(['', '?', '?x=1', '#x'])('sign-ins with %j behind their path wait in the line, too', async (end) => {
  let [now, most] = [0, 0]
  const handler = async () => {
    now += 1
    most = Math.max(most, now)
    await delay(20)
    now -= 1
    return Response.json({})
  }
  const ask = () => {
    const request = new Request(`${TEST_ORIGIN}/api/auth/sign-in/email${end}`, { method: 'POST', body: '{}' })
    return answerAuthRoute({ handler } as unknown as Auth, request, '198.51.100.7', createLog('silent'))
  }
  await Promise.all(Array.from({ length: 20 }, ask))
  expect(most).toBe(6)
})
