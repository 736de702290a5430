// The second factor of administrators, asked where a call needs it (decision 0048): a code, a passkey, or the way to setting one up.
import { Anchor, Button, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { signInWithPasskey } from '#features/account/web/passkeys/passkey-api.ts'
import { authStore } from '#features/account/web/session/auth-store.ts'
import { signInWithCode } from '#features/account/web/two-factor/two-factor-api.ts'
import {
  currentProofRequest,
  endProofRequest,
  onProofRequest,
  type SecondFactors,
} from '#features/admin/web/proof-request.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ADMIN_PROOF_TEXTS } from '#rulebook/admin/admin-proof.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

export function AdminProofDialog() {
  const factors = useSyncExternalStore(onProofRequest, currentProofRequest)
  return (
    <Modal opened={factors !== undefined} onClose={() => endProofRequest(false)} title={ADMIN_PROOF_TEXTS.title}>
      {factors && (factors.code || factors.passkey ? <ProofForm factors={factors} /> : <SetUp />)}
    </Modal>
  )
}

function ProofForm({ factors }: { readonly factors: SecondFactors }) {
  const [code, setCode] = useState('')
  const proving = useMutation({
    mutationFn: async (prove: () => Promise<unknown>) => {
      await prove()
      // A passkey makes the session anew, and with it the access token.
      await authStore.signedIn()
    },
    onSuccess: () => endProofRequest(true),
  })
  // A recovery code has a hyphen, an authenticator's none.
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proving.mutate(() => signInWithCode(code.trim(), code.includes('-'), false))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>{ADMIN_PROOF_TEXTS.lead}</Text>
        {factors.passkey && (
          <Button
            fullWidth
            data-autofocus
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={proving.isPending}
            onClick={() => proving.mutate(signInWithPasskey)}
          >
            {ADMIN_PROOF_TEXTS.passkey}
          </Button>
        )}
        {factors.passkey && factors.code && <Divider label={ADMIN_PROOF_TEXTS.or} />}
        {factors.code && (
          <TextInput
            name="code"
            label={ADMIN_PROOF_TEXTS.code}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {proving.isError && (
          <Text c="red.8" size="sm" role="alert">
            {messageOf(proving.error)}
          </Text>
        )}
        <Actions factors={factors} isPending={proving.isPending} isEmpty={code.trim() === ''} />
      </Stack>
    </form>
  )
}

interface ActionsProps {
  readonly factors: SecondFactors
  readonly isPending: boolean
  readonly isEmpty: boolean
}

const Actions = ({ factors, isPending, isEmpty }: ActionsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={() => endProofRequest(false)}>
      {ADMIN_PROOF_TEXTS.cancel}
    </Button>
    {factors.code && (
      <Button type="submit" variant={factors.passkey ? 'default' : 'filled'} loading={isPending} disabled={isEmpty}>
        {ADMIN_PROOF_TEXTS.submit}
      </Button>
    )}
  </Group>
)

const SetUp = () => (
  <Stack gap="sm">
    <Text>{ADMIN_PROOF_TEXTS.missing}</Text>
    <Group justify="flex-end">
      <Anchor component={Link} to={`${PATHS.profileInfo}#passkeys`} onClick={() => endProofRequest(false)}>
        {ADMIN_PROOF_TEXTS.setUp}
      </Anchor>
    </Group>
  </Stack>
)
