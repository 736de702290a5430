// One of a few, side by side: native radio buttons that look like a bar. The library's control for this brings 3 KB and measures itself.
import { useId } from 'react'
import classes from './choice-bar.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Why it cannot be chosen. */
  readonly refusal?: string
}

interface ChoiceBarProps<Value extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
  readonly className?: string
}

export function ChoiceBar<Value extends string>(props: ChoiceBarProps<Value>) {
  const { label, choices, value, onChange, isDisabled = false, className = '' } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`${classes.bar} ${className}`}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice} title={choice.refusal}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={isDisabled || choice.refusal !== undefined}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
