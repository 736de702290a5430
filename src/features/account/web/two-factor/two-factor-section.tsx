// Two-factor on /profile/info (docs/decisions/0012): its state, switching on and off, new recovery codes.
import { Button, Group, Modal, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { endTwoFactor, newRecoveryCodes, twoFactorStatus } from './two-factor-api.ts'
import { type CodesProps, RecoveryCodes, TwoFactorEnrolment } from './two-factor-enrolment.tsx'

const QUERY_KEY = ['account', 'two-factor']
type Task = 'turn-on' | 'turn-off' | 'new-codes'
const TITLES: Readonly<Record<Task, string>> = {
  'turn-on': TWO_FACTOR_TEXTS.title,
  'turn-off': TWO_FACTOR_TEXTS.turnOff,
  'new-codes': TWO_FACTOR_TEXTS.newCodes,
}

export function TwoFactorSection() {
  // The helper has asked again already.
  const status = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => twoFactorStatus(signal), retry: false })
  const client = useQueryClient()
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => {
    setTask(undefined)
    setCodes(undefined)
    void client.invalidateQueries({ queryKey: QUERY_KEY })
  }
  if (status.data?.available === false) return null
  return (
    <SettingsSection id="two-factor" title={TWO_FACTOR_TEXTS.title} lead={TWO_FACTOR_TEXTS.lead}>
      {status.isPending && <Skeleton height={36} role="status" aria-label={TWO_FACTOR_TEXTS.title} />}
      {status.isError && <LoadFailed text={TWO_FACTOR_TEXTS.failed} query={status} />}
      {status.data && (
        <SettingRow
          hint={
            status.data.enabled ? fillText(TWO_FACTOR_TEXTS.on, { count: status.data.codesLeft }) : TWO_FACTOR_TEXTS.off
          }
          action={<Actions isEnabled={status.data.enabled} onChoose={setTask} />}
        />
      )}
      <Modal
        // Codes that come after the dialog was closed open it again: the ones before them hold no more.
        opened={task !== undefined || codes !== undefined}
        onClose={close}
        title={codes ? TWO_FACTOR_TEXTS.codesTitle : task && TITLES[task]}
        // The recovery codes are shown once: a slip of the hand must not take them away.
        closeOnClickOutside={false}
        closeOnEscape={!codes}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onSaved={close} />
        ) : (
          <>
            {task === 'turn-on' && <TwoFactorEnrolment onCodes={setCodes} onClose={close} />}
            {(task === 'turn-off' || task === 'new-codes') && (
              <TwoFactorChange task={task} onCodes={setCodes} onClose={close} />
            )}
          </>
        )}
      </Modal>
    </SettingsSection>
  )
}

function Actions(props: { readonly isEnabled: boolean; readonly onChoose: (task: Task) => void }) {
  if (!props.isEnabled)
    return (
      <Button variant="default" onClick={() => props.onChoose('turn-on')}>
        {TWO_FACTOR_TEXTS.turnOn}
      </Button>
    )
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => props.onChoose('new-codes')}>
        {TWO_FACTOR_TEXTS.newCodes}
      </Button>
      <Button variant="default" c="red.8" onClick={() => props.onChoose('turn-off')}>
        {TWO_FACTOR_TEXTS.turnOff}
      </Button>
    </Group>
  )
}

interface TwoFactorChangeProps extends CodesProps {
  readonly task: 'turn-off' | 'new-codes'
}

/** Off, or new recovery codes: both want the password and a code. */
function TwoFactorChange({ task, onCodes, onClose }: TwoFactorChangeProps) {
  const isMissing = (value: string): boolean => value === ''
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: isMissing, code: isMissing },
  })
  const change = useMutation({
    mutationFn: async ({ password, code }: typeof form.values) => {
      if (task === 'new-codes') return onCodes(await newRecoveryCodes(password, code.trim()))
      await endTwoFactor(password, code.trim())
      notifySuccess(TWO_FACTOR_TEXTS.turnedOff)
      onClose()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm">
        <PasswordField
          label={TWO_FACTOR_TEXTS.password}
          name="current-password"
          autoComplete="current-password"
          {...fieldOf(form, 'password')}
        />
        <TextInput
          name="code"
          label={TWO_FACTOR_TEXTS.codeOrRecovery}
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <ErrorBox text={change.isError ? messageFromRegister(change.error, ACTIONS.changeTwoFactor) : undefined} />
        <DialogActions
          cancel={TWO_FACTOR_TEXTS.cancel}
          onCancel={onClose}
          submit={TITLES[task]}
          isPending={change.isPending}
          isDisabled={!form.isValid()}
          isDangerous={task === 'turn-off'}
        />
      </Stack>
    </form>
  )
}
