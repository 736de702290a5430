// The newest users and the latest runs of the dashboard.
import { Badge, Text } from '@mantine/core'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_STATISTICS_TEXTS, DASHBOARD_TEXTS, serviceLabel } from '#rulebook/admin/admin-statistics-texts.ts'
import { userStatusLabel, userTypeLabel } from '#rulebook/credits/tiers.ts'
import { jobStateLabel } from '#rulebook/runs/job-states.ts'
import { relativeTime } from '#rulebook/site/calendar.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { useMomentText } from '../use-admin-session.ts'
import classes from './statistics.module.css'
import type { DashboardStatistics } from './use-statistics.ts'

interface RowsProps {
  /** When the rows were read. */
  readonly nowMs: number
}

function Age({ of, nowMs }: RowsProps & { readonly of: string }) {
  const momentText = useMomentText()
  return (
    <time className={classes.small} dateTime={of} title={momentText(of)}>
      {relativeTime(Date.parse(of), nowMs)}
    </time>
  )
}

export function NewestUsers({ users, nowMs }: RowsProps & { readonly users: DashboardStatistics['newestUsers'] }) {
  return (
    <ul className={classes.rows}>
      {users.map(({ id, username, initialEmail, userType, status, createdAt }) => (
        <li key={id}>
          <div className={classes.who}>
            <span>{username ?? ADMIN_PAGE_TEXTS.noName}</span>
            <span className={classes.small}>{initialEmail}</span>
          </div>
          <div className={classes.what}>
            <span>
              <Badge variant="light" tt="none" color={userType === 'admin' ? 'jade' : 'gray'}>
                {userTypeLabel(userType)}
              </Badge>
              {status && status !== 'active' && (
                <Badge variant="light" tt="none" color="red" ml={6}>
                  {userStatusLabel(status)}
                </Badge>
              )}
            </span>
            <Age of={createdAt} nowMs={nowMs} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const JOB_COLOURS: Readonly<Record<string, string>> = { completed: 'jade', failed: 'red' }

export function LatestJobs({ jobs, nowMs }: RowsProps & { readonly jobs: DashboardStatistics['latestJobs'] }) {
  if (jobs.length === 0) return <Text c="dimmed">{DASHBOARD_TEXTS.noJobs}</Text>
  return (
    <ul className={classes.rows}>
      {jobs.map(({ id, modelKey, aiService, status, creditsConsumed, createdAt, username, initialEmail }) => (
        <li key={id}>
          <div className={classes.who}>
            <span>{modelByKey(modelKey)?.displayName ?? modelKey}</span>
            <span className={classes.small}>
              {serviceLabel(aiService)} · {username ?? initialEmail ?? ADMIN_PAGE_TEXTS.noName} ·{' '}
              <span className={classes.whole}>
                {creditsConsumed} {ADMIN_STATISTICS_TEXTS.creditsUnit}
              </span>
            </span>
          </div>
          <div className={classes.what}>
            <Badge variant="light" tt="none" color={JOB_COLOURS[status] ?? 'gray'}>
              {jobStateLabel(status)}
            </Badge>
            <Age of={createdAt} nowMs={nowMs} />
          </div>
        </li>
      ))}
    </ul>
  )
}
