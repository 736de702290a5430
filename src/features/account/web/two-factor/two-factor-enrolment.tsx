// Switching two-factor on, in three steps: password · QR code, secret and first code · recovery codes, shown this once.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import classes from './two-factor.module.css'
import { beginTwoFactor, confirmTwoFactor } from './two-factor-api.ts'
import { TwoFactorCodeField } from './two-factor-code-field.tsx'

export interface CodesProps {
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

export function TwoFactorEnrolment({ onCodes, onClose }: CodesProps) {
  const beginning = useMutation({ mutationFn: (password: string) => beginTwoFactor(password) })
  const begun = beginning.data
  const confirming = useMutation({
    mutationFn: (code: string) => confirmTwoFactor(code),
    onSuccess: () => begun && onCodes(begun.backupCodes),
  })
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: ({ password, code }) => (begun ? { code: code === '' } : { password: password === '' }),
  })
  const step = begun ? confirming : beginning
  const submit = form.onSubmit(({ password, code }) => step.mutate(begun ? code : password))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {begun ? (
          <>
            <Text size="sm">{TWO_FACTOR_TEXTS.scan}</Text>
            <QrCode text={begun.totpURI} name={TWO_FACTOR_TEXTS.qrName} />
            <Secret uri={begun.totpURI} />
            <TwoFactorCodeField {...fieldOf(form, 'code')} />
          </>
        ) : (
          <PasswordField
            label={TWO_FACTOR_TEXTS.password}
            name="current-password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        )}
        <ErrorBox text={step.isError ? messageFromRegister(step.error, ACTIONS.changeTwoFactor) : undefined} />
        <DialogActions
          cancel={TWO_FACTOR_TEXTS.cancel}
          onCancel={onClose}
          submit={begun ? TWO_FACTOR_TEXTS.confirm : TWO_FACTOR_TEXTS.next}
          isPending={step.isPending}
          isDisabled={!form.isValid()}
        />
      </Stack>
    </form>
  )
}

/** On the phone that is to hold it there is nothing to scan it with. */
function Secret({ uri }: { readonly uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const copy = async () =>
    (await copyText(secret)) ? notifySuccess(TWO_FACTOR_TEXTS.secretCopied) : notifyError(TWO_FACTOR_TEXTS.copyFailed)
  return (
    <>
      <Text size="sm">
        {TWO_FACTOR_TEXTS.secret} <span className={classes.secret}>{secret}</span>
      </Text>
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={() => void copy()}>
          {TWO_FACTOR_TEXTS.copySecret}
        </Button>
        <Button component="a" href={uri} variant="default" size="sm" className={classes.openApp}>
          {TWO_FACTOR_TEXTS.openApp}
        </Button>
      </Group>
    </>
  )
}

export function RecoveryCodes({ codes, onSaved }: { readonly codes: readonly string[]; readonly onSaved: () => void }) {
  const text = codes.join('\n')
  const copy = async () =>
    (await copyText(text)) ? notifySuccess(TWO_FACTOR_TEXTS.copied) : notifyError(TWO_FACTOR_TEXTS.copyFailed)
  return (
    <Stack gap="sm">
      <Text size="sm">{TWO_FACTOR_TEXTS.codesHint}</Text>
      <ul className={classes.codes} aria-label={TWO_FACTOR_TEXTS.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void copy()}>
          {TWO_FACTOR_TEXTS.copy}
        </Button>
        {/* They are shown this once, so no other browser has them either: there they are copied. */}
        {!appWithoutDownloads() && (
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={TWO_FACTOR_TEXTS.fileName}
          >
            {TWO_FACTOR_TEXTS.download}
          </Button>
        )}
        <Button onClick={onSaved}>{TWO_FACTOR_TEXTS.saved}</Button>
      </Group>
    </Stack>
  )
}
