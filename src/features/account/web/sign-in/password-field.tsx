// A password field whose eye has a name.
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { AUTH_FORM_TEXTS } from '#rulebook/account/auth-page-texts.ts'

export function PasswordField(props: {
  readonly label: string
  readonly name: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}) {
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      label={props.label}
      name={props.name}
      autoComplete={props.autoComplete}
      required
      withAsterisk={false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? AUTH_FORM_TEXTS.hidePassword : AUTH_FORM_TEXTS.showPassword,
        tabIndex: 0,
      }}
    />
  )
}
