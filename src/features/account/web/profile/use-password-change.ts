// What the change of a password does: checks with the rulebook, sends, and leads to the login 1 s after success (document 1 §4, §5, §8).
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { checkPasswordChange, PASSWORD_ERRORS } from '#rulebook/account/password.ts'
import { PROFILE_TEXTS } from '#rulebook/account/profile.ts'
import { CHANGE_PASSWORD_REDIRECT_MS } from '#rulebook/account/sign-up.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { changePassword } from '../session/auth-calls.ts'
import { leaveForLogin } from '../session/leave-for-login.ts'
import { guessProblem, usePasswordGuesses } from '../sign-in/use-password-guesses.ts'

interface PasswordChange {
  readonly current: string
  readonly next: string
  readonly confirmation: string
}

/** One text of what is wrong for the whole form, under this name; it goes with the next change. */
const WHOLE = 'whole'

export function usePasswordChange() {
  const [isDone, setDone] = useState(false)
  const form: UseFormReturnType<PasswordChange> = useForm<PasswordChange>({
    initialValues: { current: '', next: '', confirmation: '' },
    onValuesChange: () => form.clearErrors(),
    validate: (values) => {
      const problem = checkPasswordChange(values) ?? guessProblem(values.next, guesses)
      return { [WHOLE]: problem && PASSWORD_ERRORS[problem.code] }
    },
  })
  const guesses = usePasswordGuesses(form.values.next)
  useLoginAfterChange(isDone)
  const submit = form.onSubmit(({ current, next }) =>
    changePassword(current, next).then(
      () => setDone(true),
      (failure) => form.setFieldError(WHOLE, messageFromRegister(failure)),
    ),
  )
  return { form, error: form.errors[WHOLE] as string | undefined, isDone, submit }
}

function useLoginAfterChange(isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void leaveForLogin(PROFILE_TEXTS.passwordChanged), CHANGE_PASSWORD_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone])
}
