// The number: digits only, so that a pasted `+86 138 0000 0000` becomes what is wanted (document 1 §5; VALID-PHONE-02).
import { Text, TextInput } from '@mantine/core'
import { checkPhone, DEFAULT_PHONE_REGION, PHONE_ERRORS, phoneDigits } from '#rulebook/account/phone.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'

interface PhoneNumberFieldProps {
  readonly value: string
  readonly onChange: (phone: string) => void
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** What is wrong with a number, for the form around the field. */
export function phoneProblem(phone: string): string | undefined {
  const problem = checkPhone(phone)
  return problem && PHONE_ERRORS[problem.code]
}

export const PhoneNumberField = ({ value, onChange, error, disabled = false }: PhoneNumberFieldProps) => (
  <TextInput
    type="tel"
    name="phone"
    label={PHONE_TEXTS.phone}
    description={PHONE_TEXTS.phoneHint}
    autoComplete="tel-national"
    inputMode="numeric"
    leftSection={
      <Text span size="sm" aria-hidden>
        {DEFAULT_PHONE_REGION}
      </Text>
    }
    leftSectionWidth={52}
    disabled={disabled}
    value={value}
    onChange={(event) => onChange(phoneDigits(event.currentTarget.value))}
    error={error}
  />
)
