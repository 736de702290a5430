// One run in the back office: what was asked, what came of it, what it cost, and doing it once more at no charge.
import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_RUNS_TEXTS, runPageAddress } from '#rulebook/admin/admin-runs-texts.ts'
import { serviceLabel } from '#rulebook/admin/admin-statistics-texts.ts'
import { runStateColour, userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { ledgerAmountText, ledgerKindLabel } from '#rulebook/credits/ledger-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import { lookUp } from '#rulebook/look-up.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { jobStateLabel } from '#rulebook/runs/job-states.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { RunPage } from '../../runs-contract.ts'
import { AdminPage } from '../admin-page.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { StatisticList } from '../statistics/statistic-list.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import classes from '../users/user-page.module.css'
import { useRunAgain, useRunPage } from './use-runs.ts'

export function RunPageView({ id }: { readonly id: string }) {
  const load = useRunPage(id)
  return (
    <AdminPage
      title={PAGE_TITLES['admin-runs']}
      intro={
        <Anchor component={Link} to={PATHS.adminRuns} className={classes.back}>
          <IconArrowLeft size={18} aria-hidden /> {ADMIN_RUNS_TEXTS.back}
        </Anchor>
      }
      load={load}
      loadFailure={ADMIN_RUNS_TEXTS.pageFailed}
    >
      {load.isPending && <Skeleton height={240} radius="lg" aria-busy />}
      {load.data && <Sections run={load.data} />}
    </AdminPage>
  )
}

function Sections({ run }: { readonly run: RunPage }) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text fw={600} fz="lg" component="div">
          {runTitle(run)}{' '}
          <Badge variant="light" tt="none" color={runStateColour(run.status)}>
            {jobStateLabel(run.status)}
          </Badge>
        </Text>
        <Again run={run} />
      </Group>
      <Facts run={run} />
      <Entries run={run} />
    </Stack>
  )
}

function Again({ run }: { readonly run: RunPage }) {
  const mayCall = useMayCall()
  const [isAsking, setAsking] = useState(false)
  const again = useRunAgain(run, () => setAsking(false))
  if (run.againId)
    return (
      <Group gap="sm">
        <Text>{ADMIN_RUNS_TEXTS.againOf}</Text>
        <Button component={Link} to={runPageAddress(run.againId)} variant="default">
          {ADMIN_RUNS_TEXTS.seeAgain}
        </Button>
      </Group>
    )
  const hasEnded = run.status === 'completed' || run.status === 'failed'
  if (!hasEnded || !run.hasPicture || !mayCall('runs.again')) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {ADMIN_RUNS_TEXTS.again}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={ADMIN_RUNS_TEXTS.againTitle}
          body={ADMIN_RUNS_TEXTS.againBody}
          label={ADMIN_RUNS_TEXTS.againReason}
          hint={ADMIN_RUNS_TEXTS.againHint}
          action={ADMIN_RUNS_TEXTS.again}
          isPending={again.isPending}
          onReason={(reason) => again.mutate({ id: run.id, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function pictureText({ filename: name, source: { width, height, bytes } }: RunPage): string {
  if (bytes === null) return fillText(ADMIN_RUNS_TEXTS.resultAsPicture, { name, width, height })
  return fillText(ADMIN_RUNS_TEXTS.pictureFacts, { name, width, height, size: sizeText(bytes) })
}

function Facts({ run }: { readonly run: RunPage }) {
  const momentText = useMomentText()
  const { result, params } = run
  const texts = ADMIN_RUNS_TEXTS
  const moment = (at: string | null) => (at ? momentText(at) : texts.none)
  const facts: (readonly [string, ReactNode])[] = [
    [texts.number, run.id],
    [
      texts.user,
      <Anchor key="user" component={Link} to={userPageAddress(run.userId)}>
        {run.userName || run.userId}
      </Anchor>,
    ],
    [texts.service, serviceLabel(run.aiService)],
    [texts.mode, lookUp(texts.modes, run.mode) ?? run.mode],
    [texts.params, paramsText(params)],
    [texts.picture, run.hasPicture ? pictureText(run) : texts.pictureGone],
    [texts.result, result ? fillText(texts.resultFacts, result) : texts.none],
    [texts.error, run.errorCode ? [run.errorCode, run.errorMessage].filter(Boolean).join(' · ') : texts.none],
    [texts.attempts, String(run.attempts)],
    [texts.created, momentText(run.createdAt)],
    [texts.started, moment(run.startedAt)],
    [texts.ended, moment(run.completedAt)],
    [texts.took, run.seconds === null ? texts.none : fillText(texts.seconds, { n: run.seconds.toFixed(1) })],
  ]
  return (
    <SettingsSection id="run-facts" title={texts.facts} {...(run.isRemoved && { lead: texts.removed })}>
      <StatisticList statistics={facts} />
    </SettingsSection>
  )
}

/** `strength 2 · face true`; what a later version writes is shown as it is. */
const paramsText = (params: RunPage['params']): string =>
  Object.entries(params)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ') || ADMIN_RUNS_TEXTS.none

function Entries({ run: { entries, listCredits } }: { readonly run: RunPage }) {
  const momentText = useMomentText()
  return (
    <SettingsSection
      id="run-entries"
      title={ADMIN_RUNS_TEXTS.ledger}
      lead={fillText(ADMIN_RUNS_TEXTS.price, { n: listCredits })}
    >
      {entries.length === 0 && <Text c="dimmed">{ADMIN_RUNS_TEXTS.noEntries}</Text>}
      <ul className={classes.rows}>
        {entries.map(({ kind, amount, at }) => (
          <li key={kind}>
            <Text>
              {ledgerKindLabel(kind)} {ledgerAmountText(amount)}
            </Text>
            <Text size="sm" c="dimmed">
              {momentText(at)}
            </Text>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
