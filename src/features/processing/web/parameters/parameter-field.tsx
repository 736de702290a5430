// One parameter as a control: slider, number, switch or text, with its description, its own reset and, where the provider
// cannot honour it, the reason (document 2 §4, §5; C-46: an unset slider reads 自动).
import { ActionIcon, NumberInput, Select, Slider, Switch, Text, Textarea, Tooltip } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useId } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { PARAMETER_FIELD_TEXTS } from '#rulebook/runs/run-texts.ts'
import type { ParameterDefinition, ParameterValue } from '#rulebook/tools/parameter.ts'
import { PARAMETER_TEXTS } from '#rulebook/tools/parameter-mode.ts'
import classes from './parameter-panel.module.css'

export interface ParameterFieldProps {
  readonly definition: ParameterDefinition
  readonly value: ParameterValue | undefined
  readonly problem?: string
  /** Why the provider cannot honour it; the control is then shown disabled. */
  readonly unsupported?: string
  readonly isDisabled: boolean
  /** A fact about this value, for example the size of the result. */
  readonly note?: string
  readonly onChange: (value: ParameterValue | undefined) => void
  readonly onReset: () => void
}

interface ControlProps extends ParameterFieldProps {
  readonly id: string
  readonly describedBy: string
}

export function ParameterField(props: ParameterFieldProps) {
  const { definition, value, problem, unsupported, note, onReset } = props
  const id = useId()
  const describedBy = `${id}-description`
  const isOff = props.isDisabled || unsupported !== undefined
  const isDefault = value === definition.default || (definition.type === 'textarea' && value === undefined)
  return (
    <div className={classes.field} data-unsupported={unsupported !== undefined || undefined}>
      <div className={classes.fieldHead}>
        <Text component="label" id={`${id}-label`} htmlFor={id} className={classes.label}>
          {definition.label}
        </Text>
        <ValueText definition={definition} value={value} />
        <Tooltip label={PARAMETER_TEXTS.reset} openDelay={300}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes.reset}
            disabled={isOff || isDefault}
            onClick={onReset}
            aria-label={`${definition.label}：${PARAMETER_TEXTS.reset}`}
          >
            <IconRotate size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <Control {...props} isDisabled={isOff} id={id} describedBy={describedBy} />
      <div id={describedBy} className={classes.notes}>
        <Text size="xs" c="dimmed">
          {unsupported ?? definition.description}
        </Text>
        {note && !problem && <Text size="xs">{note}</Text>}
        {problem && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
    </div>
  )
}

/** What is set now, as words; a slider that nobody touched is chosen by the AI. */
const ValueText = ({ definition, value }: Pick<ParameterFieldProps, 'definition' | 'value'>) =>
  definition.type === 'slider' ? (
    <Text size="sm" className={classes.value} data-unset={value === undefined || undefined} aria-hidden>
      {value === undefined ? PARAMETER_TEXTS.unset : String(value)}
    </Text>
  ) : (
    <span className={classes.value} />
  )

function Control(props: ControlProps) {
  switch (props.definition.type) {
    case 'slider':
      return <SliderControl {...props} />
    case 'boolean':
      return <SwitchControl {...props} />
    case 'textarea':
      return <TextControl {...props} />
    case 'number':
      return <NumberControl {...props} />
    case 'select':
      return <SelectControl {...props} />
  }
}

function SliderControl({ definition, value, isDisabled, id, describedBy, onChange }: ControlProps) {
  const { min = 0, max = 1, step = 1 } = definition
  const isUnset = typeof value !== 'number'
  const decimals = String(step).split('.')[1]?.length ?? 0
  return (
    <Slider
      min={min}
      max={max}
      step={step}
      value={isUnset ? min : value}
      disabled={isDisabled}
      label={null}
      thumbValueText={isUnset ? PARAMETER_TEXTS.unset : undefined}
      className={classes.slider}
      data-unset={isUnset || undefined}
      onChange={(next) => onChange(Number(next.toFixed(decimals)))}
      thumbProps={{
        id,
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy,
      }}
    />
  )
}

const SwitchControl = ({ definition, value, isDisabled, id, describedBy, onChange }: ControlProps) => (
  <Switch
    id={id}
    checked={value === undefined ? definition.default === true : value === true}
    disabled={isDisabled}
    onChange={(event) => onChange(event.currentTarget.checked)}
    aria-describedby={describedBy}
    size="md"
  />
)

function TextControl({ definition, value, isDisabled, id, describedBy, problem, onChange }: ControlProps) {
  const text = typeof value === 'string' ? value : ''
  return (
    <>
      <Textarea
        id={id}
        value={text}
        disabled={isDisabled}
        placeholder={definition.placeholder}
        rows={3}
        error={problem !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby={describedBy}
      />
      <Text size="xs" c="dimmed" ta="right" aria-hidden>
        {fillText(PARAMETER_FIELD_TEXTS.characters, { n: [...text].length, max: definition.maxLength })}
      </Text>
    </>
  )
}

const NumberControl = ({ definition, value, isDisabled, id, describedBy, problem, onChange }: ControlProps) => (
  <NumberInput
    id={id}
    value={typeof value === 'number' ? value : ''}
    disabled={isDisabled}
    placeholder={definition.placeholder}
    step={definition.step}
    hideControls
    error={problem !== undefined}
    onChange={(next) => onChange(typeof next === 'number' ? next : next === '' ? undefined : Number(next))}
    aria-describedby={describedBy}
  />
)

const SelectControl = ({ definition, value, isDisabled, id, describedBy, onChange }: ControlProps) => (
  <Select
    id={id}
    data={definition.options?.map((option) => ({ ...option }))}
    value={typeof value === 'string' ? value : null}
    disabled={isDisabled}
    placeholder={definition.placeholder}
    onChange={(next) => onChange(next ?? undefined)}
    aria-describedby={describedBy}
  />
)
