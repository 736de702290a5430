// Rows of a service that grew: people, runs with their entries, orders, and a log whose chain is whole. Triggers are off while they are written
// (a million rows through them takes an hour); what they keep (balances, the chain) is written by the seed itself, and the audit proves it.
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'

interface Size {
  readonly people: number
  readonly runs: number
  readonly logs: number
}

const TABLES = [
  'auth_users',
  'user_profiles',
  'user_uploads',
  'processing_history',
  'usage_logs',
  'payment_orders',
  'admin_action_logs',
]

export async function seedOffice({ orm, query }: Database, { people, runs, logs }: Size): Promise<void> {
  await orm.transaction(async (tx) => {
    for (const table of TABLES) await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
    await tx.execute(sql`create temporary table person on commit drop as
      select n, md5('person' || n)::uuid as id from generate_series(1, ${people}::int) n`)
    await tx.execute(sql`insert into auth_users (id, name, email, email_verified, created_at)
      select id, 'bench', 'user' || n || '@example.com', true, now() - (n % 700) * interval '1 day' from person`)
    // Every run costs 2; one in ten fails. 5 free credits; users who need more have bought 500.
    await tx.execute(sql`create temporary table run on commit drop as
      select md5('run' || r)::uuid as id, p.id as user_id, p.n, r,
             case when r % 10 = 0 then 'failed' else 'completed' end as status, now() - (r % 518400) * interval '1 minute' as at
        from generate_series(1, ${runs}::int) r join person p on p.n = 1 + r % ${people}::int`)
    await tx.execute(sql`insert into user_profiles (id, username, initial_email, created_at, credits_total, credits_remaining)
      select p.id, case when n % 2 = 0 then '小林' || n else 'lin' || n end, 'user' || n || '@example.com',
             now() - (n % 700) * interval '1 day', 505, 505 - 2 * coalesce(spent.runs, 0)
        from person p left join (select user_id, count(*) as runs from run where status = 'completed' group by 1) spent on spent.user_id = p.id`)
    await tx.execute(sql`insert into user_uploads (id, user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url,
        view_key, view_mime_type) select id, id, 'IMG.jpg', 2000000, 'image/jpeg', 4000, 3000, 'o', 't', 'v', 'image/jpeg' from person`)
    await tx.execute(sql`insert into processing_history (id, user_id, upload_id, original_filename, original_oss_url, ai_service, process_type,
        model_key, mode, status, list_credits, credits_held, credits_consumed, error_code, start_key, deadline_at, created_at, started_at,
        completed_at)
      select id, user_id, user_id, 'IMG.jpg', 'o', 'local', 'denoise',
             (array['denoise/normal', 'denoise/strong', 'sharpen/standard/standard', 'lighting/adjust'])[1 + r % 4], 'auto', status, 2, 2,
             case when status = 'completed' then 2 else 0 end, case when status = 'failed' then 'engine-failed' end, 'k' || r, at, at, at,
             at + (r % 20) * interval '1 second' from run`)
    await tx.execute(sql`insert into usage_logs (user_id, job_id, kind, amount, created_at)
      select user_id, id, e.kind, e.amount, at + e.after from run cross join lateral (values
        ('hold', -2, interval '0'),
        (case when status = 'completed' then 'capture' else 'release' end, case when status = 'completed' then 0 else 2 end, interval '20 seconds')
      ) as e (kind, amount, after)`)
    await tx.execute(sql`insert into usage_logs (user_id, kind, amount, total_amount, reference, created_at)
      select id, 'grant', 5, 5, 'sign-up', now() - interval '701 days' from person`)
    await tx.execute(sql`insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, created_at,
        paid_at, expires_at, next_check_at)
      select id, 'alipay', 'box', '畅用包', 500, 26800, 'CNY', 'paid', now() - interval '701 days', now() - (n % 700) * interval '1 day', now(), now()
        from person`)
    await tx.execute(sql`insert into usage_logs (user_id, kind, amount, total_amount, reference, created_at)
      select user_id, 'purchase', credits, credits, id::text, created_at from payment_orders`)
    await tx.execute(sql`insert into payment_captures (order_id, provider, transaction_id, amount_minor, currency, state, source)
      select id, provider, id::text, amount_minor, currency, 'granted', 'notice' from payment_orders`)
    await writeLog(tx, logs)
    for (const table of TABLES) await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
  })
  await query('vacuum analyze')
}

/** Each row's hash covers the one before it, so they are written one after the other. */
const writeLog = (tx: Parameters<Parameters<Database['orm']['transaction']>[0]>[0], logs: number) =>
  tx.execute(
    sql.raw(`do $$
      declare entry admin_action_logs; previous text := '';
      begin
        for place in 1..${logs} loop
          entry := row(gen_random_uuid(), md5('admin' || place % 5)::uuid, md5('person' || place % 1000 + 1)::uuid, 'update_user',
            '{"reason": "bench"}'::jsonb, '10.0.0.1', 'bench', now() - (${logs} - place) * interval '10 seconds', place, '')::admin_action_logs;
          previous := admin_action_log_hash(entry, previous);
          entry.hash := previous;
          insert into admin_action_logs select entry.*;
        end loop;
        update admin_log_chain set last_seq = ${logs}, last_hash = previous;
      end $$`),
  )
