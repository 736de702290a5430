// A way to sign in with its picture and what it is known by.
import { Text } from '@mantine/core'
import { IconBrandGithub, IconBrandGoogle, IconBrandWechat, IconDeviceMobile, IconMail } from '@tabler/icons-react'
import { LOGIN_METHOD_LABELS } from '#rulebook/account/login-methods.ts'
import type { LoginMethod } from '../../contract.ts'
import classes from './login-methods-section.module.css'

const ICONS = {
  email: IconMail,
  phone: IconDeviceMobile,
  google: IconBrandGoogle,
  github: IconBrandGithub,
  wechat: IconBrandWechat,
} as const

interface MethodLabelProps {
  readonly type: LoginMethod['type']
  readonly display: string
  readonly children?: React.ReactNode
}

export function MethodLabel({ type, display, children }: MethodLabelProps) {
  const Icon = ICONS[type]
  return (
    <div className={classes.words}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div>
        <Text fw={600} component="div">
          {LOGIN_METHOD_LABELS[type]} {children}
        </Text>
        <Text size="sm" c="dimmed">
          {display}
        </Text>
      </div>
    </div>
  )
}
