// What happened to the security of the account, on /profile/info (decision 0057): the newest first, all of them on request.
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { DEVICE_TEXTS } from '#rulebook/account/device-texts.ts'
import { SECURITY_EVENT_LABELS, SECURITY_EVENT_TEXTS } from '#rulebook/account/security-events.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { relativeTime } from '#rulebook/site/calendar.ts'
import type { SecurityEvent } from '../../contract.ts'
import { accountClient } from '../session/auth-api.ts'
import classes from './devices-section.module.css'

const SHOWN_FIRST = 5

export function SecurityEventsSection() {
  const events = useQuery({
    queryKey: ['account', 'security-events'],
    queryFn: ({ signal }) => accountClient.securityEvents(undefined, { signal }),
  })
  const [showsAll, setShowsAll] = useState(false)
  const all = events.data ?? []
  const shown = showsAll ? all : all.slice(0, SHOWN_FIRST)
  return (
    <SettingsSection id="security-events" title={SECURITY_EVENT_TEXTS.title} lead={SECURITY_EVENT_TEXTS.lead}>
      {events.isPending && <Skeleton height={56} role="status" aria-label={SECURITY_EVENT_TEXTS.loading} />}
      {events.isError && <LoadFailed text={SECURITY_EVENT_TEXTS.failed} query={events} />}
      {events.data && all.length === 0 && <Text c="dimmed">{SECURITY_EVENT_TEXTS.none}</Text>}
      {shown.length > 0 && (
        <ul className={classes.list} aria-labelledby="security-events">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {shown.length < all.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {fillText(SECURITY_EVENT_TEXTS.more, { n: all.length })}
        </Button>
      )}
    </SettingsSection>
  )
}

function EventRow({ event }: { readonly event: SecurityEvent }) {
  const { kind, browser, system, place, at } = event
  const device = kind === 'sign-in' && [
    `${system ?? DEVICE_TEXTS.unknownSystem} · ${browser ?? DEVICE_TEXTS.unknownBrowser}`,
    ...(place ? [fillText(DEVICE_TEXTS.network, { place })] : []),
  ]
  return (
    <li className={classes.device}>
      <div className={classes.words}>
        <Text fw={600}>{SECURITY_EVENT_LABELS[kind]}</Text>
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{relativeTime(Date.parse(at), Date.now())}</time>
          {device && ` · ${device.join(' · ')}`}
        </Text>
      </div>
    </li>
  )
}
