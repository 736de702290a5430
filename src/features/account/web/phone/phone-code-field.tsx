// The six digits: one field, so that typing, pasting, a phone's suggestion of the code from the message and a screen reader all work as in any
// other. It submits by itself half a second after the sixth digit (document 1 §4; VERIF-13).
import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import { CODE_AUTO_SUBMIT_MS, CODE_CHARACTERS } from '#rulebook/account/verification-code.ts'
import classes from './phone-wizard.module.css'

interface PhoneCodeFieldProps {
  readonly value: string
  readonly onChange: (code: string) => void
  /** Called once for each complete code. */
  readonly onComplete: (code: string) => void
  readonly disabled?: boolean
}

export function PhoneCodeField({ value, onChange, onComplete, disabled = false }: PhoneCodeFieldProps) {
  const complete = useRef(onComplete)
  complete.current = onComplete
  useEffect(() => {
    if (value.length !== CODE_CHARACTERS) return
    const timer = setTimeout(() => complete.current(value), CODE_AUTO_SUBMIT_MS)
    return () => clearTimeout(timer)
  }, [value])
  return (
    <TextInput
      name="code"
      label={PHONE_TEXTS.code}
      description={PHONE_TEXTS.codeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      data-autofocus
      autoFocus
      readOnly={disabled}
      classNames={{ input: classes.code }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_CHARACTERS))}
    />
  )
}
