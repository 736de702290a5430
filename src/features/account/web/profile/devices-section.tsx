// Signed-in devices on /profile/info: which ones, and out with each or with all others.
import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { DEVICE_TEXTS } from '#rulebook/account/device-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { relativeTime } from '#rulebook/site/calendar.ts'
import type { Device } from '../../contract.ts'
import { accountClient } from '../session/auth-api.ts'
import classes from './devices-section.module.css'

const QUERY_KEY = ['account', 'devices']
const HAND_HELD = ['iPhone', 'iPad', 'Android', 'HarmonyOS']
const nameOf = ({ browser, system }: Device): string =>
  `${system ?? DEVICE_TEXTS.unknownSystem} · ${browser ?? DEVICE_TEXTS.unknownBrowser}`

export function DevicesSection() {
  const devices = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => accountClient.devices.list(undefined, { signal }),
  })
  const signOutOthers = useSignOut(
    () => accountClient.devices.removeOthers(),
    ({ removed }) => fillText(DEVICE_TEXTS.othersSignedOut, { n: removed }),
  )
  const hasOthers = (devices.data?.length ?? 0) > 1
  return (
    <SettingsSection id="devices" title={DEVICE_TEXTS.title} lead={DEVICE_TEXTS.lead}>
      {devices.isPending && <Skeleton height={56} role="status" aria-label={DEVICE_TEXTS.loading} />}
      {devices.isError && <LoadFailed text={DEVICE_TEXTS.failed} query={devices} />}
      {devices.data && (
        <ul className={classes.list}>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {devices.data && (
        <SettingRow
          hint={hasOthers ? DEVICE_TEXTS.delay : DEVICE_TEXTS.onlyThis}
          action={
            hasOthers && (
              <Button variant="default" loading={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
                {DEVICE_TEXTS.signOutOthers}
              </Button>
            )
          }
        />
      )}
    </SettingsSection>
  )
}

function DeviceRow({ device }: { readonly device: Device }) {
  const signOut = useSignOut(
    () => accountClient.devices.remove({ id: device.id }),
    () => DEVICE_TEXTS.signedOut,
  )
  const name = nameOf(device)
  const Icon = HAND_HELD.includes(device.system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  const lastSeen = fillText(DEVICE_TEXTS.lastSeen, { time: relativeTime(Date.parse(device.lastSeenAt), Date.now()) })
  return (
    <li className={classes.device}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600}>
          {name}{' '}
          {device.isCurrent && (
            <Badge variant="light" tt="none">
              {DEVICE_TEXTS.current}
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {lastSeen}
          {device.place && ` · ${fillText(DEVICE_TEXTS.network, { place: device.place })}`}
        </Text>
      </div>
      {!device.isCurrent && (
        <Button
          variant="default"
          size="sm"
          aria-label={fillText(DEVICE_TEXTS.signOutNamed, { name })}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {DEVICE_TEXTS.signOut}
        </Button>
      )}
    </li>
  )
}

/** Ends sessions, says so, and reads the list again, after a failure too. */
function useSignOut<Answer>(end: () => Promise<Answer>, successText: (answer: Answer) => string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: (answer) => notifySuccess(successText(answer)),
    onError: (error) => notifyError(messageFromRegister(error, ACTIONS.endSession)),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  })
}
