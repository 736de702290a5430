// Six digits of an authenticator app; pasting and filling in by the browser work as in any other field.
import { TextInput } from '@mantine/core'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import { CODE_CHARACTERS } from '#rulebook/account/verification-code.ts'

export const TwoFactorCodeField = (props: { readonly value: string; readonly onChange: (code: string) => void }) => (
  <TextInput
    name="code"
    label={TWO_FACTOR_TEXTS.code}
    autoComplete="one-time-code"
    inputMode="numeric"
    autoFocus
    data-autofocus
    value={props.value}
    onChange={(event) => props.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_CHARACTERS))}
  />
)
