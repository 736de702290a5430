// The user name, and its change (document 1 §2 "/profile/info", §5 "Username", §8).
import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { PROFILE_INFO_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { PROFILE_ERRORS, PROFILE_TEXTS } from '#rulebook/account/profile.ts'
import { checkUsername, normalizeUsername, USERNAME_ERRORS } from '#rulebook/account/username.ts'
import { isErrorCode, messageFromRegister } from '#rulebook/errors/errors.ts'
import { accountClient } from '../session/auth-api.ts'
import { isWithoutUser } from '../session/auth-port.ts'
import { authStore } from '../session/auth-store.ts'
import classes from './profile-info-page.module.css'

export function UsernameEditor({ username }: { readonly username: string | null }) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <UsernameForm username={username ?? ''} close={() => setEditing(false)} />
  return (
    <>
      <Text span c={username ? undefined : 'dimmed'} className={classes.value}>
        {username ?? PROFILE_INFO_TEXTS.usernameMissing}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
        {PROFILE_INFO_TEXTS.edit}
      </Button>
    </>
  )
}

function UsernameForm(props: { readonly username: string; readonly close: () => void }) {
  const form = useForm({
    initialValues: { username: props.username },
    validate: {
      username: (username) => {
        const problem = checkUsername(username)
        return problem && USERNAME_ERRORS[problem.code]
      },
    },
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const save = form.onSubmit(async ({ username }) => {
    try {
      authStore.mergeProfile(await accountClient.profile.update({ username: normalizeUsername(username) }))
      notifySuccess(PROFILE_TEXTS.usernameSaved)
      props.close()
    } catch (failure) {
      // The guard takes this page away, so its form could not say it.
      if (isWithoutUser(failure)) return void notifyError(AUTH_ERRORS['not-signed-in'])
      form.setFieldError('username', updateErrorText(failure))
    }
  })

  return (
    <form className={classes.editor} onSubmit={save} noValidate>
      <TextInput ref={input} aria-label={PROFILE_INFO_TEXTS.username} size="sm" {...form.getInputProps('username')} />
      <Button type="submit" size="sm" disabled={form.submitting}>
        {PROFILE_INFO_TEXTS.save}
      </Button>
      <Button variant="default" size="sm" onClick={props.close}>
        {PROFILE_INFO_TEXTS.cancel}
      </Button>
    </form>
  )
}

/** A refusal that the server names is said; its own trouble and everything else is the documents' failure text. */
function updateErrorText(error: unknown): string {
  const code = codeOf(error)
  return isErrorCode(code) && code !== 'unexpected'
    ? messageFromRegister(error)
    : PROFILE_ERRORS['profile-update-failed']
}
