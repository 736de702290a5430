// One user in the back office: who it is, the ledger, the runs, the bills and the living sign-ins.
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LedgerList } from '#platform/web/ui/ledger-list.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { billStatusLabel } from '#rulebook/credits/billing.ts'
import { LEDGER_PAGE_SIZE } from '#rulebook/credits/ledger-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { AdminPage } from '../admin-page.tsx'
import { PageNumbers } from '../page-numbers.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { AdminRoleSection } from './admin-role-section.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { useUserFacts, useUserLedger } from './use-user-page.ts'
import { StatusBadge, TypeBadge } from './user-badges.tsx'
import { UserFace } from './user-face.tsx'
import classes from './user-page.module.css'
import { UserRuns } from './user-runs.tsx'

type Facts = NonNullable<ReturnType<typeof useUserFacts>['data']>

export function UserPage({ id }: { readonly id: string }) {
  const load = useUserFacts(id)
  return (
    <AdminPage
      title={PAGE_TITLES['admin-users']}
      intro={
        <Anchor component={Link} to={PATHS.adminUsers} className={classes.back}>
          <IconArrowLeft size={18} aria-hidden /> {USER_PAGE_TEXTS.back}
        </Anchor>
      }
      load={load}
      loadFailure={USER_PAGE_TEXTS.loadFailed}
    >
      {load.isPending && <Skeleton height={240} radius="lg" aria-busy />}
      {load.data && <Sections id={id} facts={load.data} />}
    </AdminPage>
  )
}

const Sections = ({ id, facts }: { readonly id: string; readonly facts: Facts }) => (
  <Stack gap="lg">
    <div className={classes.head}>
      <UserFace user={facts.user} />
      <span className={classes.badges}>
        <TypeBadge userType={facts.user.userType} />
        <StatusBadge status={facts.user.status} />
      </span>
    </div>
    <AdminRoleSection user={facts.user} />
    <UserRuns id={id} />
    <Ledger id={id} user={facts.user} />
    <div className={classes.pair}>
      <SignIns id={id} signIns={facts.signIns} />
      <Bills bills={facts.bills} />
    </div>
  </Stack>
)

function Ledger({ id, user }: { readonly id: string; readonly user: Facts['user'] }) {
  const [page, setPage] = useState(1)
  const load = useUserLedger(id, page)
  const lead = fillText(USER_PAGE_TEXTS.ledgerLead, { remaining: user.creditsRemaining, total: user.creditsTotal })
  return (
    <SettingsSection id="user-ledger" title={USER_PAGE_TEXTS.ledger} lead={lead}>
      {load.isPending && <Skeleton height={120} radius="md" aria-busy />}
      {load.isError && <LoadFailed text={USER_PAGE_TEXTS.loadFailed} query={load} />}
      {load.data?.total === 0 && <Text c="dimmed">{USER_PAGE_TEXTS.noLedger}</Text>}
      {load.data && load.data.total > 0 && (
        <>
          <LedgerList entries={load.data.entries} addressOf={() => undefined} />
          <PageNumbers page={page} pageCount={Math.ceil(load.data.total / LEDGER_PAGE_SIZE)} onChange={setPage} />
        </>
      )}
    </SettingsSection>
  )
}

function SignIns({ id: userId, signIns }: Pick<Facts, 'signIns'> & { readonly id: string }) {
  const momentText = useMomentText()
  const [isAsking, setAsking] = useState(false)
  const canSignOut = useMayCall()('users.signOut') && signIns.length > 0
  return (
    <SettingsSection id="user-sign-ins" title={USER_PAGE_TEXTS.signIns}>
      {signIns.length === 0 && <Text c="dimmed">{USER_PAGE_TEXTS.noSignIns}</Text>}
      <ul className={classes.rows}>
        {signIns.map(({ id, browser, system, place, signedInAt, lastSeenAt }) => (
          <li key={id}>
            <Text>{[browser, system].filter(Boolean).join(' · ') || USER_PAGE_TEXTS.unknownDevice}</Text>
            <Text size="sm" c="dimmed">
              {place && `${place} · `}
              {fillText(USER_PAGE_TEXTS.signedIn, { at: momentText(signedInAt), seen: momentText(lastSeenAt) })}
            </Text>
          </li>
        ))}
      </ul>
      {canSignOut && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {USER_PAGE_TEXTS.signOut}
        </Button>
      )}
      {isAsking && <SignOutDialog userId={userId} onClose={() => setAsking(false)} />}
    </SettingsSection>
  )
}

function Bills({ bills }: Pick<Facts, 'bills'>) {
  const momentText = useMomentText()
  return (
    <SettingsSection id="user-bills" title={USER_PAGE_TEXTS.bills}>
      {bills.length === 0 && <Text c="dimmed">{USER_PAGE_TEXTS.noBills}</Text>}
      <ul className={classes.rows}>
        {bills.map(({ id, description, amount, currency, status, date }) => (
          <li key={id}>
            <Text>
              {description} · {moneyText({ currency, minor: Math.round(amount * 100) })} ·{' '}
              {amount < 0 ? REFUND_TEXTS.billRefunded : billStatusLabel(status)}
            </Text>
            <Text size="sm" c="dimmed">
              {momentText(date)}
            </Text>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
