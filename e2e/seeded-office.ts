// A service whose back office has something to show: written into its database while it stands still, because no day passes in a journey
// and nobody waits for 121 sign-ups. Its books agree all the same. It sends email, and its operator has switched the database's optimisation off.
import { type SmtpCatcher, startSmtpCatcher } from '#platform/server/mail/testing/smtp-catcher.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, register } from './person.ts'
import { startService } from './service.ts'
import { whileItStands } from './while-it-stands.ts'

export interface SeededOffice {
  readonly mail: SmtpCatcher
  stop(): Promise<void>
}

/** Beside the administrator; none of today. */
export const SEEDED_USERS = 121
/** Rows of this action, within the last seven days. */
export const SEEDED_LOG_ROWS = 121
export const SEEDED_ACTION = 'optimise_database'
/** Status and type of the account with this name are absent and the rarest. */
export const WITHOUT_STATUS = 'seeded-without-status'

const TODAY = `(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`

// Runs of today, the oldest first: six that completed, one that failed, one that a person cancelled; five credits of yesterday.
const RUNS = [
  ['topaz', 'completed', 2, null, 'now()'],
  ['topaz', 'completed', 2, null, 'now()'],
  ['topaz', 'completed', 2, null, 'now()'],
  ['topaz', 'failed', 2, 'provider-failed', 'now()'],
  ['upscaler', 'completed', 1, null, 'now()'],
  ['colorization', 'completed', 2, null, 'now()'],
  ['local', 'failed', 2, 'processing-cancelled', 'now()'],
  ['local', 'completed', 2, null, 'now()'],
  ['topaz', 'completed', 5, null, `${TODAY} - interval '1 hour'`],
] as const
/** What those rows come to: credits of completed runs but those of our own engine, and 6 of 7 that ended by themselves. */
export const SEEDED_STATISTICS = {
  runsToday: 8,
  consumedToday: 9,
  consumedEver: 14,
  trend: '较昨日 +80%',
  successRate: '85.7%',
  services: ['Topaz AI4 次 · 50%', '本地引擎2 次 · 25%', '图片放大1 次 · 13%', '图片上色1 次 · 13%'],
} as const

const runRows = RUNS.map(
  ([service, status, credits, error, at], place) => `
  insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode,
    status, list_credits, credits_consumed, error_code, start_key, deadline_at, created_at)
  select user_id, id, 'a.png', 'o', '${service}', 'enhance', 'denoise/strong', 'auto', '${status}', ${credits},
    ${status === 'completed' ? credits : 0}, ${error ? `'${error}'` : 'null'}, gen_random_uuid(), now(), ${at} + interval '${place} milliseconds' from user_uploads;`,
)

/** What those runs took, as the service books it: their owner had that much, each was held, and ended once. */
const LEDGER = `
  insert into usage_logs (user_id, kind, amount, total_amount, reference)
    select user_id, 'grant', sum(list_credits), sum(list_credits), 'sign-up' from processing_history group by user_id;
  insert into usage_logs (user_id, job_id, kind, amount)
    select user_id, id, 'hold', -list_credits from processing_history;
  insert into usage_logs (user_id, job_id, kind, amount)
    select user_id, id, case status when 'completed' then 'capture' else 'release' end,
      case status when 'completed' then 0 else list_credits end from processing_history;`

const SEEDS = `
  update auth_users set email_verified = true where email = '${ADMIN_EMAIL}';
  create temporary table seeded as
    select gen_random_uuid() as id, n from generate_series(1, ${SEEDED_USERS}) as n;
  insert into auth_users (id, name, email, email_verified) select id, 'seeded', 'seeded-' || n || '@example.com', true from seeded;
  insert into user_profiles (id, username, initial_email, created_at, status)
    select id, case n when 1 then '${WITHOUT_STATUS}' else 'seeded-' || n end, 'seeded-' || n || '@example.com',
      ${TODAY} - n * interval '1 hour', case n when 1 then null else 'active' end from seeded;
  insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key,
    view_mime_type) select id, 'a.png', 2048, 'image/png', 8, 8, 'o', 't', 'v', 'image/png' from seeded where n = 1;
  ${runRows.join('')}
  ${LEDGER}
  insert into admin_action_logs (admin_id, action, created_at)
    select u.id, '${SEEDED_ACTION}', now() - n * interval '1 hour' from auth_users u, generate_series(1, ${SEEDED_LOG_ROWS}) as n
    where u.email = '${ADMIN_EMAIL}' order by n desc;
  insert into admin_action_logs (admin_id, action, action_details, created_at)
    select u.id, 'export_data', jsonb_build_object('reason', edge.name), ${TODAY} - interval '6 days' - edge.before
    from auth_users u, (values ('first second', interval '0'), ('one second earlier', interval '1 second')) as edge (name, before)
    where u.email = '${ADMIN_EMAIL}';
  insert into system_configs (config_key, config_value) values ('api_rate_limit', 'abc'), ('max_daily_credits_per_user', 'abc');
`

export async function startSeededOffice(): Promise<SeededOffice> {
  const mail = await startSmtpCatcher()
  const service = await startService({
    STARTUP_ADMIN_EMAIL: ADMIN_EMAIL,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mail.url,
    DATABASE_OPTIMISATION: 'off',
  })
  const stop = leadTo(service)
  await register(ADMIN_EMAIL)
  await mail.take(ADMIN_EMAIL)
  await whileItStands(service, SEEDS)
  return { mail, stop: () => stop().then(mail.stop) }
}
