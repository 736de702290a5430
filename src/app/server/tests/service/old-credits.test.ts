// Credits do not age (document 1 §1, §9; document 2 §9): whatever the service does by the clock leaves those of ten years ago.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENDED_FILES_QUEUE } from '#features/history/server/own-data/delete-account.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { RUN_ELSEWHERE_QUEUE, RUN_JOB_QUEUE } from '#features/processing/server/queue-names.ts'
import { type Foundation, QUEUES } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signUpPerson } from '../../testing/test-person.ts'

/** Queues of a run that somebody starts, and of an account that ends. */
const NOT_BY_THE_CLOCK: readonly string[] = [RUN_JOB_QUEUE, RUN_ELSEWHERE_QUEUE, ENDED_FILES_QUEUE]
const jobs = new Map<string, () => Promise<void>>()
let foundation: Foundation
let service: Service
beforeAll(async () => {
  const opened = await openTestFoundation()
  const { queue } = opened
  foundation = {
    ...opened,
    queue: {
      send: queue.send,
      work: queue.work,
      schedule: async (name, _cron, _timeZone, handle) => void jobs.set(name, handle),
      stop: queue.stop,
    },
  }
  service = await startOn(foundation, { provider: createScriptedProvider() })
})
afterAll(() => service.stop())

it('[PROD-13] no job and no screen takes credits from an account, however long it was not used', async () => {
  const origin = `http://127.0.0.1:${service.port}`
  const person = await signUpPerson(origin, foundation.settings.publicOrigin, 'long-away@example.com')
  await uploadPicture(origin, person)
  await foundation.database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference, created_at)
       values ($1, 'purchase', 20, 20, 'old pack', now() - interval '10 years')`,
    [person.userId],
  )
  for (const table of ['auth_users', 'user_profiles', 'user_uploads'])
    await foundation.database.query(`update ${table} set created_at = created_at - interval '10 years'`)

  expect(await person.api.history.cleanup()).toMatchObject({ uploads: 1 })
  expect([...jobs.keys()].toSorted()).toEqual(QUEUES.filter((name) => !NOT_BY_THE_CLOCK.includes(name)).toSorted())
  for (const job of jobs.values()) await job()
  const whole = { used: 0, total: 25, remaining: 25 }
  expect((await person.api.account.profile.get()).credits).toEqual(whole)
  const upload = await uploadPicture(origin, person)
  expect(await startJob(origin, person, upload.id, 'sharpen/generative/super-focus-v2')).toMatchObject({
    creditsHeld: 4,
  })
})
