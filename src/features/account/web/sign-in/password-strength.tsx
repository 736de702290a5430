// Strength meter and checklist below a new password (document 1 §5 "Password").
import { Progress, Text } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { REGISTER_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import {
  PASSWORD_CHECKLIST,
  PASSWORD_STRENGTH_LABELS,
  passwordStrength,
  type PasswordStrength as Strength,
} from '#rulebook/account/password.ts'
import classes from './password-strength.module.css'
import { usePasswordGuesses } from './use-password-guesses.ts'

const LOOKS: Readonly<Record<Strength, { percent: number; color: string }>> = {
  weak: { percent: 33, color: 'red.7' },
  medium: { percent: 66, color: 'orange.7' },
  strong: { percent: 100, color: 'jade.7' },
}

export function PasswordStrength({ password }: { readonly password: string }) {
  const guesses = usePasswordGuesses(password)
  const strength = guesses === undefined ? undefined : passwordStrength(password, guesses)
  return (
    <div className={classes.root}>
      {password !== '' && strength && (
        <div className={classes.meter}>
          <Progress
            value={LOOKS[strength].percent}
            color={LOOKS[strength].color}
            size="sm"
            className={classes.bar}
            aria-hidden
          />
          <Text size="xs" role="status">
            {REGISTER_PAGE_TEXTS.strength}：{PASSWORD_STRENGTH_LABELS[strength]}
          </Text>
        </div>
      )}
      <ul className={classes.list}>
        {PASSWORD_CHECKLIST.map(({ key, text, isMet }) => {
          const isDone = isMet(password)
          return (
            <li key={key} className={classes.item} data-met={isDone}>
              {isDone ? <IconCheck size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
              {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
