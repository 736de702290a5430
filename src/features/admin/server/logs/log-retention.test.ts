// The nightly end of old log rows (document 1 §9 privacy policy; C-15).
import { expect, it } from 'vitest'
import { openTestDatabase } from '#platform/server/database/test-database.ts'
import { removeOldLogs } from './log-retention.job.ts'

it('removes log rows older than 90 days and keeps younger ones', async () => {
  const database = await openTestDatabase()
  try {
    for (const age of ['90 days 1 minute', '89 days 23 hours', '0 days']) {
      await database.query(
        'insert into admin_action_logs (admin_id, action, created_at) values (gen_random_uuid(), $1::text, now() - $1::text::interval)',
        [age],
      )
    }
    await removeOldLogs({ database })
    const left = await database.query('select action from admin_action_logs order by created_at')
    expect(left).toEqual([{ action: '89 days 23 hours' }, { action: '0 days' }])
  } finally {
    await database.close()
  }
})
