// WeChat where it is configured and works in this browser, Google, always there but to be pressed only where it is configured (decision 0274), and
// GitHub where it is configured (document 1 §2; C-24; decision 0115); below them the words for the other ways in.
import { Button, Divider } from '@mantine/core'
import { IconBrandGithub, IconBrandGoogle, IconBrandWechat } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AUTH_FORM_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import type { LoginProvider } from '../session/auth-calls.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import classes from './auth-card.module.css'
import { type OfferedProviders, useOfferedProviders } from './offered-providers.ts'

const ICONS = { wechat: IconBrandWechat, google: IconBrandGoogle, github: IconBrandGithub } as const

export function ProviderButtons(props: {
  readonly isSignUp: boolean
  readonly onChoose: (provider: LoginProvider) => Promise<void>
  /** Further ways in, below the providers. */
  readonly children?: ReactNode
}) {
  const options = useAccountOptions()
  const offered = useOfferedProviders()
  const [leavingTo, setLeavingTo] = useState<LoginProvider>()
  const shown = (['wechat', 'google', 'github'] as const).filter(
    (name) => name === 'google' || offered.names.includes(name),
  )
  const choose = (provider: LoginProvider) => () => {
    setLeavingTo(provider)
    void props.onChoose(provider).finally(() => setLeavingTo(undefined))
  }
  return (
    <div className={classes.stack}>
      {shown.map((name) => {
        const Icon = ICONS[name]
        const isClosed = name === 'google' && options?.google === false
        return (
          <Button
            key={name}
            variant="default"
            fullWidth
            leftSection={<Icon size={18} aria-hidden />}
            loading={leavingTo === name}
            disabled={isClosed}
            onClick={choose(name)}
          >
            {/* One word for readers: a label's parts would be read with a gap. */}
            <span>
              {labelOf(name, props.isSignUp, offered)}
              {isClosed && <span className={classes.whole}>{AUTH_FORM_TEXTS.notOffered}</span>}
            </span>
          </Button>
        )
      })}
      {props.children}
      <Divider label={options?.sms && !props.isSignUp ? AUTH_FORM_TEXTS.orWithPhone : AUTH_FORM_TEXTS.or} mt={4} />
    </div>
  )
}

function labelOf(name: LoginProvider, isSignUp: boolean, { wechatWay }: OfferedProviders): string {
  const { google, github, googleSignUp, githubSignUp, wechatScan, wechatInside, wechatScanSignUp, wechatInsideSignUp } =
    AUTH_FORM_TEXTS
  if (name === 'google') return isSignUp ? googleSignUp : google
  if (name === 'github') return isSignUp ? githubSignUp : github
  if (wechatWay === 'inside') return isSignUp ? wechatInsideSignUp : wechatInside
  return isSignUp ? wechatScanSignUp : wechatScan
}
