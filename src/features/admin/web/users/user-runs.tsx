// The runs of one user: found by number or error code, and given back where they cost something.
import { Anchor, Badge, Button, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_PAGE_SIZE, ADMIN_SEARCH_DEBOUNCE_MS } from '#rulebook/admin/admin.ts'
import { runPageAddress } from '#rulebook/admin/admin-runs-texts.ts'
import { serviceLabel } from '#rulebook/admin/admin-statistics-texts.ts'
import { runStateColour, USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import { jobStateLabel } from '#rulebook/runs/job-states.ts'
import type { UserRun } from '../../user-page-contract.ts'
import { PageNumbers } from '../page-numbers.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'
import { useUserRuns } from './use-user-page.ts'
import classes from './user-page.module.css'

export function UserRuns({ id }: { readonly id: string }) {
  const [question, setQuestion] = useState({ page: 1, search: '' })
  const [chosen, setChosen] = useState<UserRun>()
  const load = useUserRuns(id, question)
  const { runs = [], total = 0 } = load.data ?? {}
  return (
    <SettingsSection id="user-runs" title={USER_PAGE_TEXTS.runs}>
      <SearchField
        label={USER_PAGE_TEXTS.runSearch}
        clearLabel={USER_PAGE_TEXTS.clearSearch}
        pauseMs={ADMIN_SEARCH_DEBOUNCE_MS}
        maxLength={60}
        value={question.search}
        onSearch={(search) => setQuestion({ page: 1, search })}
      />
      {load.isPending && <Skeleton height={120} radius="md" aria-busy />}
      {load.isError && <LoadFailed text={USER_PAGE_TEXTS.loadFailed} query={load} />}
      {load.isSuccess && total === 0 && (
        <Text c="dimmed" role="status">
          {question.search ? USER_PAGE_TEXTS.noMatch : USER_PAGE_TEXTS.noRuns}
        </Text>
      )}
      <ul className={classes.rows}>
        {runs.map((run) => (
          <RunItem key={run.id} run={run} onGiveBack={() => setChosen(run)} />
        ))}
      </ul>
      <PageNumbers
        page={question.page}
        pageCount={Math.ceil(total / ADMIN_PAGE_SIZE)}
        onChange={(page) => setQuestion({ ...question, page })}
      />
      {chosen && <GiveBackDialog userId={id} run={chosen} onClose={() => setChosen(undefined)} />}
    </SettingsSection>
  )
}

function RunItem({ run, onGiveBack }: { readonly run: UserRun; readonly onGiveBack: () => void }) {
  const momentText = useMomentText()
  const canGiveBack = useMayCall()('users.giveBack') && run.mayGiveBack
  return (
    <li className={classes.run}>
      <div className={classes.words}>
        <Text fw={600} component="div">
          {runTitle(run)}{' '}
          <Badge variant="light" tt="none" color={runStateColour(run.status)}>
            {jobStateLabel(run.status)}
          </Badge>
        </Text>
        <Text size="sm">{factsOf(run).join(' · ')}</Text>
        <Text size="sm" c="dimmed" className={classes.number}>
          {momentText(run.createdAt)} ·{' '}
          <Anchor component={Link} to={runPageAddress(run.id)} size="sm">
            {fillText(USER_PAGE_TEXTS.runNumber, { id: run.id })}
          </Anchor>
        </Text>
      </div>
      {canGiveBack && (
        <Button
          variant="default"
          size="sm"
          onClick={onGiveBack}
          aria-label={fillText(USER_PAGE_TEXTS.giveBackOf, { title: runTitle(run) })}
        >
          {USER_PAGE_TEXTS.giveBack}
        </Button>
      )}
    </li>
  )
}

const factsOf = (run: UserRun): string[] => [
  serviceLabel(run.aiService),
  fillText(USER_PAGE_TEXTS.cost, { n: run.creditsConsumed }),
  ...(run.creditsGivenBack > 0 ? [fillText(USER_PAGE_TEXTS.givenBack, { n: run.creditsGivenBack })] : []),
  ...(run.vendorCredits === null ? [] : [fillText(USER_PAGE_TEXTS.vendorCredits, { n: run.vendorCredits })]),
  ...(run.seconds === null ? [] : [fillText(USER_PAGE_TEXTS.seconds, { n: run.seconds.toFixed(1) })]),
  ...(run.errorCode ? [run.errorCode] : []),
  ...(run.isRemoved ? [USER_PAGE_TEXTS.removed] : []),
]
