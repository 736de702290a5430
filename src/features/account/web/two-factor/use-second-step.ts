// What the second step of a sign-in does: the code, or a recovery code instead, and whether this device is asked again.
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { authStore } from '../session/auth-store.ts'
import { signInWithCode } from './two-factor-api.ts'

export function useSecondStep() {
  const [isRecovery, setRecovery] = useState(false)
  const [error, setError] = useState<string>()
  const form = useForm({
    initialValues: { code: '', trust: false },
    validate: { code: (code) => code === '' },
  })
  const submit = form.onSubmit(async ({ code, trust }) => {
    setError(undefined)
    try {
      await signInWithCode(code.trim(), isRecovery, trust)
      await authStore.signedIn()
      const { user, error: failure } = authStore.getState()
      if (user) notifySuccess(SIGN_IN_TEXTS.success)
      else setError(failure ?? AUTH_ERRORS['sign-in-failed'])
    } catch (problem) {
      setError(messageFromRegister(problem, ACTIONS.signIn))
    }
  })
  const otherWay = () => {
    setRecovery(!isRecovery)
    form.setFieldValue('code', '')
    setError(undefined)
  }
  return { form, error, isRecovery, submit, otherWay }
}
