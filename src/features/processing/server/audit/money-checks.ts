// What must be true of credits and runs at any moment, each as a query for what breaks it (decision 0085). A query answers `statement`, one
// line for the person at the console; ids only, no names.

export interface AuditCheck {
  readonly name: string
  /** What is true when nothing is found. */
  readonly rule: string
  readonly faults: string
}

const ENTRIES_OF_RUNS = `
  select job_id, count(*) filter (where kind = 'hold') as holds, sum(amount) filter (where kind = 'hold') as held,
         count(*) filter (where kind = 'capture') as captures, count(*) filter (where kind = 'release') as releases,
         sum(amount) filter (where kind = 'release') as released, sum(amount) filter (where kind = 'reverse') as given_back,
         bool_or(user_id is not null) as is_live
    from ledger_ever where job_id is not null group by job_id`

export const MONEY_CHECKS: readonly AuditCheck[] = [
  {
    name: 'balances',
    rule: 'every balance is the sum of its entries',
    faults: `
      select format('account %s: balance %s of %s, entries say %s of %s', p.id, p.credits_remaining, p.credits_total,
                    coalesce(l.remaining, 0), coalesce(l.total, 0)) as statement
        from user_profiles p
        left join (select user_id, sum(amount) as remaining, sum(total_amount) as total from usage_logs group by user_id) l
          on l.user_id = p.id
       where p.credits_remaining <> coalesce(l.remaining, 0) or p.credits_total <> coalesce(l.total, 0)`,
  },
  {
    name: 'negative',
    rule: 'nothing is negative',
    faults: `
      select format('account %s: balance %s, total %s', id, credits_remaining, credits_total) as statement from user_profiles
       where credits_remaining < 0 or credits_total < credits_remaining
      union all
      select format('run %s: cost %s, list price %s, held %s', id, credits_consumed, list_credits, credits_held)
        from processing_history where credits_consumed < 0 or list_credits < 0 or credits_held < 0`,
  },
  {
    name: 'captures',
    rule: 'every capture has a completed run, and every completed run its capture, or gave its credits back',
    faults: `
      select format('run %s: captured, but %s', e.job_id, coalesce('the run is ' || r.status, 'there is no such run')) as statement
        from (${ENTRIES_OF_RUNS}) e left join runs_ever r on r.id = e.job_id
       where e.captures > 0 and r.status is distinct from 'completed'
      union all
      select format('run %s: completed, but not captured', r.id)
        from runs_ever r left join (${ENTRIES_OF_RUNS}) e on e.job_id = r.id
       where r.status = 'completed' and case when r.returned_for is null then coalesce(e.captures, 0) = 0 else e.captures <> 0 end`,
  },
  {
    name: 'holds',
    rule: 'credits are held for living runs only, and for each of them',
    faults: `
      select format('run %s: credits are held, but %s', e.job_id, coalesce('the run is ' || r.status, 'there is no such run')) as statement
        from (${ENTRIES_OF_RUNS}) e left join runs_ever r on r.id = e.job_id
       where e.is_live and e.holds > 0 and e.captures + e.releases = 0
         and (r.status is null or r.status not in ('pending', 'processing'))
      union all
      select format('run %s: %s without held credits', r.id, r.status)
        from processing_history r left join (${ENTRIES_OF_RUNS}) e on e.job_id = r.id
       where r.status in ('pending', 'processing') and (coalesce(e.holds, 0) <> 1 or e.captures + e.releases > 0)`,
  },
  {
    name: 'settlements',
    rule: 'every hold ends once, and what comes back is what was taken',
    faults: `
      select format('run %s: %s holds of %s, %s captures, %s releases of %s, %s given back', job_id, holds, coalesce(-held, 0), captures,
                    releases, coalesce(released, 0), coalesce(given_back, 0)) as statement
        from (${ENTRIES_OF_RUNS}) e
       where holds <> 1 or captures + releases > 1 or (releases > 0 and released <> -held)
          or (given_back is not null and (captures = 0 or given_back > -held or given_back < 0))`,
  },
  {
    name: 'figures',
    rule: 'what the pages show of a run is what the ledger took',
    faults: `
      select format('run %s (%s): pages say %s, the ledger took %s, list price %s', r.id, r.status, r.credits_consumed,
                    coalesce(-e.held, 0), r.list_credits) as statement
        from runs_ever r left join (${ENTRIES_OF_RUNS}) e on e.job_id = r.id
       where (r.status = 'completed' and r.returned_for is null
              and (r.credits_consumed <> coalesce(-e.held, 0) or r.credits_consumed > r.list_credits))
          or ((r.status = 'failed' or r.returned_for is not null) and r.credits_consumed <> 0)`,
  },
]
