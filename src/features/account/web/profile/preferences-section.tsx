// Own wishes on /profile/info: what results keep of the pictures that they were made of.
import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { PREFERENCE_TEXTS } from '#rulebook/account/preference-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Preferences } from '../../preferences-contract.ts'
import { accountClient } from '../session/auth-api.ts'
import { useAuth } from '../session/auth-store.ts'
import { useAccountOptions } from '../session/use-account-options.ts'

const QUERY_KEY = ['account', 'preferences']

export function PreferencesSection() {
  const { user } = useAuth()
  const preferences = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => accountClient.preferences.get(undefined, { signal }),
  })
  const hasMail = useAccountOptions()?.mail && user?.email
  return (
    <SettingsSection id="preferences" title={PREFERENCE_TEXTS.title}>
      {preferences.isPending && <Skeleton height={56} role="status" aria-label={PREFERENCE_TEXTS.loading} />}
      {preferences.isError && <LoadFailed text={PREFERENCE_TEXTS.failed} query={preferences} />}
      {preferences.data && <PreferenceRow preference="keepsPosition" preferences={preferences.data} />}
      {preferences.data && hasMail && <PreferenceRow preference="mailsWhenDone" preferences={preferences.data} />}
    </SettingsSection>
  )
}

function PreferenceRow({
  preference,
  preferences,
}: {
  readonly preference: keyof Preferences
  readonly preferences: Preferences
}) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (isOn: boolean) => accountClient.preferences.update({ [preference]: isOn }),
    onSuccess: (saved) => {
      queries.setQueryData(QUERY_KEY, saved)
      notifySuccess(PREFERENCE_TEXTS.saved)
    },
    onError: (error) => notifyError(messageFromRegister(error, ACTIONS.savePreference)),
  })
  return (
    <SettingRow
      title={PREFERENCE_TEXTS[preference]}
      hint={HINTS[preference]}
      action={
        <Switch
          size="md"
          aria-label={PREFERENCE_TEXTS[preference]}
          checked={save.isPending ? save.variables : preferences[preference]}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      }
    />
  )
}

const HINTS = {
  keepsPosition: PREFERENCE_TEXTS.keepsPositionHint,
  mailsWhenDone: PREFERENCE_TEXTS.mailsWhenDoneHint,
} as const
