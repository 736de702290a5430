// Signing in with the device's own lock: fingerprint, face or its code (decision 0047).
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { PASSKEY_TEXTS } from '#rulebook/account/passkey-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { authStore } from '../session/auth-store.ts'
import { canUsePasskeys, signInWithPasskey } from './passkey-api.ts'

const never = () => () => {}
/** The prerendered page shows it; the browser takes it away where it cannot be used. */
export const useCanUsePasskeys = (): boolean => useSyncExternalStore(never, canUsePasskeys, () => true)

export function PasskeyButton({ onError }: { readonly onError: (text?: string) => void }) {
  const isPossible = useCanUsePasskeys()
  const entering = useMutation({
    mutationFn: async () => {
      onError(undefined)
      await signInWithPasskey()
      await authStore.signedIn()
    },
    onSuccess: () => {
      const { user, error } = authStore.getState()
      if (user) notifySuccess(SIGN_IN_TEXTS.success)
      else onError(error ?? undefined)
    },
    onError: (error) => onError(messageFromRegister(error, ACTIONS.signIn)),
  })
  if (!isPossible) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={entering.isPending}
      onClick={() => entering.mutate()}
    >
      {PASSKEY_TEXTS.signIn}
    </Button>
  )
}
