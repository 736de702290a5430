// Who is there, asked of an administrator where a call needs it (decisions 0048 and 0191): a code, a passkey, the password, or the way to having one of them.
import { Anchor, Button, Divider, Group, getDefaultZIndex, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { signInWithPasskey } from '#features/account/web/passkeys/passkey-api.ts'
import { authStore } from '#features/account/web/session/auth-store.ts'
import { leaveForLogin } from '#features/account/web/session/leave-for-login.ts'
import { PasswordField } from '#features/account/web/sign-in/password-field.tsx'
import { signInWithCode } from '#features/account/web/two-factor/two-factor-api.ts'
import { adminClient } from '#features/admin/web/admin-client.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { currentProofRequest, endProofRequest, onProofRequest } from '#platform/web/http/proof-request.ts'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { ADMIN_PROOF_TEXTS, type AdminProofWays } from '#rulebook/admin/admin-proof.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

/** `lead`: why a second factor is asked for here. Esc is listened for where it is asked for (admin-proof.tsx). */
export function AdminProofDialog({ lead }: { readonly lead: string }) {
  const ways = useSyncExternalStore(onProofRequest, currentProofRequest)
  return (
    // Above the dialog whose button asked for it.
    <Modal
      opened={ways !== undefined}
      onClose={() => endProofRequest(false)}
      title={ADMIN_PROOF_TEXTS.title}
      closeOnEscape={false}
      zIndex={getDefaultZIndex('overlay')}
    >
      {ways && <Way ways={ways} lead={lead} />}
    </Modal>
  )
}

interface WayProps {
  readonly ways: AdminProofWays
  readonly lead: string
}

function Way({ ways, lead }: WayProps) {
  if (ways.code || ways.passkey) return <FactorForm ways={ways} lead={lead} />
  if (ways.password) return <PasswordForm />
  return ways.signIn ? <SignInAgain /> : <SetUp />
}

const useProving = () =>
  useMutation({
    mutationFn: (prove: () => Promise<unknown>) => prove(),
    onSuccess: () => endProofRequest(true),
  })

function FactorForm({ ways, lead }: WayProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: (code) => code.trim() === '' } })
  const proving = useProving()
  // A passkey renews the session, and with it the access token.
  const prove = (way: () => Promise<unknown>) => proving.mutate(() => way().then(() => authStore.signedIn()))
  // A recovery code has a hyphen, an authenticator's none.
  const submit = form.onSubmit(({ code }) => prove(() => signInWithCode(code.trim(), code.includes('-'), false)))
  return (
    <ProofForm {...{ proving, lead }} {...(ways.code && { submit, isEmpty: !form.isValid(), isSecond: ways.passkey })}>
      {ways.passkey && (
        <Button
          fullWidth
          data-autofocus
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={proving.isPending}
          onClick={() => prove(signInWithPasskey)}
        >
          {ADMIN_PROOF_TEXTS.passkey}
        </Button>
      )}
      {ways.passkey && ways.code && <Divider label={ADMIN_PROOF_TEXTS.or} />}
      {ways.code && (
        <TextInput
          name="code"
          label={ADMIN_PROOF_TEXTS.code}
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
      )}
    </ProofForm>
  )
}

function PasswordForm() {
  const form = useForm({ initialValues: { password: '' }, validate: { password: (password) => password === '' } })
  const proving = useProving()
  return (
    <ProofForm
      {...{ proving }}
      lead={ADMIN_PROOF_TEXTS.passwordLead}
      submit={form.onSubmit(({ password }) => proving.mutate(() => adminClient.session.prove({ password })))}
      isEmpty={!form.isValid()}
    >
      <PasswordField
        label={ADMIN_PROOF_TEXTS.password}
        name="current-password"
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
    </ProofForm>
  )
}

interface ProofFormProps {
  readonly lead: string
  readonly proving: ReturnType<typeof useProving>
  /** Without it the form has nothing to send: its ways are buttons of their own. */
  readonly submit?: ComponentProps<'form'>['onSubmit']
  readonly isEmpty?: boolean
  /** Beside a button that stands out. */
  readonly isSecond?: boolean
  readonly children: ReactNode
}

function ProofForm({ lead, proving, submit, isEmpty = false, isSecond = false, children }: ProofFormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>{lead}</Text>
        {children}
        {proving.isError && (
          <Text c="red.8" size="sm" role="alert">
            {messageOf(proving.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Cancel />
          {submit && (
            <Button
              type="submit"
              variant={isSecond ? 'default' : 'filled'}
              loading={proving.isPending}
              disabled={isEmpty}
            >
              {ADMIN_PROOF_TEXTS.submit}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const Cancel = () => (
  <Button variant="default" onClick={() => endProofRequest(false)}>
    {ADMIN_PROOF_TEXTS.cancel}
  </Button>
)

/** The account has no password: what it has is the way in that it came by. */
function SignInAgain() {
  const { pathname, search } = useLocation()
  return (
    <Stack gap="sm">
      <Text>{ADMIN_PROOF_TEXTS.signInLead}</Text>
      <Group justify="flex-end" gap="xs">
        <SetUpLink />
        <Cancel />
        <Button onClick={() => void leaveForLogin(ADMIN_PROOF_TEXTS.signInMessage, pathname + search)}>
          {ADMIN_PROOF_TEXTS.signIn}
        </Button>
      </Group>
    </Stack>
  )
}

const SetUp = () => (
  <Stack gap="sm">
    <Text>{ADMIN_PROOF_TEXTS.missing}</Text>
    <Group justify="flex-end">
      <SetUpLink />
    </Group>
  </Stack>
)

const SetUpLink = () => (
  <Anchor component={Link} to={`${PATHS.profileInfo}#passkeys`} onClick={() => endProofRequest(false)}>
    {ADMIN_PROOF_TEXTS.setUp}
  </Anchor>
)
