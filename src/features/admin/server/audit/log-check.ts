// Whether the operator's log is whole (decision 0086): each row's hash, no gap, and both ends where the chain says they are.
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

export const LOG_CHECK: AuditCheck = {
  name: 'log',
  rule: "the operator's log is as it was written",
  faults: `
    with entries as (
      select l as entry, lag(l.seq) over by_seq as seq_before, lag(l.hash) over by_seq as hash_before
        from admin_action_logs l window by_seq as (order by l.seq))
    select format('log entry %s (%s): changed, or another one than was written', (entry).seq, (entry).id) as statement
      from entries, admin_log_chain c
     where (entry).hash <> admin_action_log_hash(entry, coalesce(hash_before, c.base_hash))
    union all
    select format('log entries %s to %s: missing', coalesce(seq_before, c.base_seq) + 1, (entry).seq - 1)
      from entries, admin_log_chain c where (entry).seq <> coalesce(seq_before, c.base_seq) + 1
    union all
    select format('log entries %s to %s: missing', coalesce(newest.seq, c.base_seq) + 1, c.last_seq)
      from admin_log_chain c left join (select seq from admin_action_logs order by seq desc limit 1) newest on true
     where coalesce(newest.seq, c.base_seq) <> c.last_seq`,
}
