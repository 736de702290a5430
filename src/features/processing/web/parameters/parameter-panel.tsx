// The parameter panel: auto or manual, every parameter of the model, how long a run takes (document 2 §2, §4, §5, §9; C-12).
import { Alert, Button, SegmentedControl, Text, Title } from '@mantine/core'
import { IconClock, IconRotate, IconWand } from '@tabler/icons-react'
import type { ParameterMode } from '#rulebook/credits.ts'
import { panelEstimate } from '#rulebook/estimates.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { durationText, RUN_PANEL_TEXTS } from '#rulebook/tool-page-texts.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import { PARAMETER_TEXTS } from '#rulebook/tools/parameter-mode.ts'
import { ParameterField } from './parameter-field.tsx'
import classes from './parameter-panel.module.css'
import { sizeNoteOf } from './size-note.ts'
import type { ParameterControl } from './use-parameters.ts'

export interface ParameterPanelProps {
  readonly model: ModelConfig
  readonly parameters: ParameterControl
  /** Reason per parameter that the provider cannot honour. */
  readonly unsupported: Readonly<Record<string, string>>
  readonly isDisabled: boolean
  readonly picture: { readonly width: number; readonly height: number } | undefined
  /** Measured usual time of such a run; undefined until enough runs exist. */
  readonly usualSeconds?: number | null
}

const MODES: { value: ParameterMode; label: string }[] = [
  { value: 'auto', label: PARAMETER_TEXTS.auto },
  { value: 'manual', label: PARAMETER_TEXTS.manual },
]

export function ParameterPanel(props: ParameterPanelProps) {
  const { model, parameters, isDisabled, usualSeconds } = props
  const hasParameters = Object.keys(model.params).length > 0
  return (
    <section className={classes.panel} aria-label={PARAMETER_TEXTS.title}>
      <Title order={2} size="h4">
        {PARAMETER_TEXTS.title}
      </Title>
      {hasParameters ? (
        <SegmentedControl
          fullWidth
          data={MODES}
          value={parameters.mode}
          disabled={isDisabled}
          onChange={(mode) => parameters.setMode(mode as ParameterMode)}
          aria-label={PARAMETER_TEXTS.title}
        />
      ) : (
        <AutoNote text={PARAMETER_TEXTS.none} />
      )}
      {hasParameters && parameters.mode === 'auto' && <AutoNote text={PARAMETER_TEXTS.autoHint} />}
      {parameters.mode === 'manual' && <Fields {...props} />}
      <Text size="sm" c="dimmed" className={classes.time}>
        <IconClock size={16} aria-hidden />
        <span>
          {panelEstimate(model)}
          {usualSeconds ? `，${fillText(RUN_PANEL_TEXTS.usual, { time: durationText(usualSeconds) })}` : ''}
        </span>
      </Text>
    </section>
  )
}

const AutoNote = ({ text }: { readonly text: string }) => (
  <Alert role="note" color="jade" variant="light" icon={<IconWand size={18} aria-hidden />} className={classes.auto}>
    {text}
  </Alert>
)

function Fields({ model, parameters, unsupported, isDisabled, picture }: ParameterPanelProps) {
  return (
    <>
      {(Object.keys(model.params) as ParameterKey[]).map((key) => (
        <ParameterField
          key={key}
          definition={model.params[key]!}
          value={parameters.values[key]}
          problem={parameters.problems[key]}
          unsupported={unsupported[key]}
          isDisabled={isDisabled}
          note={key === 'output_height' ? sizeNoteOf(parameters.values.output_height, picture) : undefined}
          onChange={(value) => parameters.setValue(key, value)}
          onReset={() => parameters.resetValue(key)}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconRotate size={16} aria-hidden />}
        disabled={isDisabled}
        onClick={() => parameters.setMode('auto')}
      >
        {PARAMETER_TEXTS.resetAll}
      </Button>
    </>
  )
}
