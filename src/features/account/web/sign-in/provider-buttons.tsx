// Google, always there, and GitHub where it is configured (document 1 §2; C-24); below them the words for the other ways in.
import { Button, Divider } from '@mantine/core'
import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AUTH_FORM_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import type { ProviderName } from '../session/auth-api.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import classes from './auth-card.module.css'

export function ProviderButtons(props: {
  readonly isSignUp: boolean
  readonly onChoose: (provider: ProviderName) => Promise<void>
  /** Further ways in, below the providers. */
  readonly children?: ReactNode
}) {
  const options = useAccountOptions()
  const [leavingTo, setLeavingTo] = useState<ProviderName>()
  const choose = (provider: ProviderName) => () => {
    setLeavingTo(provider)
    void props.onChoose(provider).finally(() => setLeavingTo(undefined))
  }
  const { google, github, googleSignUp, githubSignUp, or, orWithPhone } = AUTH_FORM_TEXTS
  return (
    <div className={classes.stack}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconBrandGoogle size={18} aria-hidden />}
        loading={leavingTo === 'google'}
        onClick={choose('google')}
      >
        {props.isSignUp ? googleSignUp : google}
      </Button>
      {options?.github && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconBrandGithub size={18} aria-hidden />}
          loading={leavingTo === 'github'}
          onClick={choose('github')}
        >
          {props.isSignUp ? githubSignUp : github}
        </Button>
      )}
      {props.children}
      <Divider label={options?.sms && !props.isSignUp ? orWithPhone : or} mt={4} />
    </div>
  )
}
