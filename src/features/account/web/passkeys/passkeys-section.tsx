// Passkeys on /profile/info (decision 0047): which there are, adding this device, removing one.
import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { PASSKEY_TEXTS } from '#rulebook/account/passkey-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { relativeTime } from '#rulebook/site/calendar.ts'
import type { Passkey, Passkeys } from '../../contract.ts'
import classes from '../login-methods/login-methods-section.module.css'
import { OwnerProofDialog } from '../profile/owner-proof-dialog.tsx'
import { addPasskey, PASSKEYS_KEY, passkeyClient } from './passkey-api.ts'
import { useCanUsePasskeys } from './passkey-button.tsx'

export function PasskeysSection() {
  const found = useQuery({ queryKey: PASSKEYS_KEY, queryFn: ({ signal }) => passkeyClient.list(undefined, { signal }) })
  const canAdd = useCanUsePasskeys()
  if (!canAdd && found.data?.passkeys.length === 0) return null
  return (
    <SettingsSection id="passkeys" title={PASSKEY_TEXTS.title} lead={PASSKEY_TEXTS.lead}>
      {found.isPending && <Skeleton height={56} role="status" aria-label={PASSKEY_TEXTS.loading} />}
      {found.isError && <LoadFailed text={PASSKEY_TEXTS.failed} query={found} />}
      {found.data && found.data.passkeys.length > 0 && (
        <ul className={classes.list}>
          {found.data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} needsPassword={found.data.needsPassword} />
          ))}
        </ul>
      )}
      {found.data && canAdd && <AddRow {...found.data} />}
    </SettingsSection>
  )
}

function useShow(): (after: Passkeys, text: string) => void {
  const queries = useQueryClient()
  return (after, text) => {
    queries.setQueryData(PASSKEYS_KEY, after)
    notifySuccess(text)
  }
}

function AddRow({ passkeys, needsPassword }: Passkeys) {
  const [isOpen, setOpen] = useState(false)
  const show = useShow()
  const add = async (password: string | undefined) => {
    show(await addPasskey(password), PASSKEY_TEXTS.added)
    setOpen(false)
  }
  return (
    <>
      <SettingRow
        hint={passkeys.length === 0 ? PASSKEY_TEXTS.none : PASSKEY_TEXTS.eachDevice}
        action={
          <Button variant="default" onClick={() => setOpen(true)}>
            {PASSKEY_TEXTS.add}
          </Button>
        }
      />
      <OwnerProofDialog
        isOpen={isOpen}
        title={PASSKEY_TEXTS.addTitle}
        needsPassword={needsPassword}
        confirm={PASSKEY_TEXTS.goOn}
        onClose={() => setOpen(false)}
        onProved={add}
      >
        <Text>{PASSKEY_TEXTS.addText}</Text>
      </OwnerProofDialog>
    </>
  )
}

function PasskeyRow({ passkey, needsPassword }: { readonly passkey: Passkey; readonly needsPassword: boolean }) {
  const [isRemoving, setRemoving] = useState(false)
  const show = useShow()
  const name = passkey.name ?? PASSKEY_TEXTS.unnamed
  const remove = async (password: string | undefined) => {
    show(
      await passkeyClient.remove({ id: passkey.id, ...(password !== undefined && { password }) }),
      PASSKEY_TEXTS.removed,
    )
  }
  return (
    <li className={classes.method}>
      <div className={classes.words}>
        <IconFingerprint size={24} stroke={1.5} aria-hidden className={classes.icon} />
        <div>
          <Text fw={600} component="div">
            {name}{' '}
            {passkey.isSynced && (
              <Badge variant="light" tt="none">
                {PASSKEY_TEXTS.synced}
              </Badge>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            {historyOf(passkey)}
          </Text>
        </div>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={fillText(PASSKEY_TEXTS.removeNamed, { name })}
        onClick={() => setRemoving(true)}
      >
        {PASSKEY_TEXTS.remove}
      </Button>
      <OwnerProofDialog
        isOpen={isRemoving}
        title={fillText(PASSKEY_TEXTS.removeTitle, { name })}
        needsPassword={needsPassword}
        confirm={PASSKEY_TEXTS.remove}
        isDangerous
        onClose={() => setRemoving(false)}
        onProved={remove}
      >
        <Text>{PASSKEY_TEXTS.removeText}</Text>
      </OwnerProofDialog>
    </li>
  )
}

function historyOf({ createdAt, lastUsedAt }: Passkey): string {
  const now = Date.now()
  const date = relativeTime(Date.parse(createdAt), now)
  if (!lastUsedAt) return fillText(PASSKEY_TEXTS.addedOn, { date })
  return fillText(PASSKEY_TEXTS.lastUsed, { date, time: relativeTime(Date.parse(lastUsedAt), now) })
}
