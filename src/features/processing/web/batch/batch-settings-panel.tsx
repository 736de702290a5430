// Settings by hand for all pictures of a batch, before it begins (decision 0148).
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { NAMED_SIZES, type NamedSize, SIZE_TEXTS } from '#rulebook/tools/named-sizes.ts'
import { ParameterPanel } from '../parameters/parameter-panel.tsx'
import { useParameters } from '../parameters/use-parameters.ts'
import { capabilitiesQuery } from '../run/model-queries.ts'
import classes from './batch-page.module.css'
import type { BatchSettings } from './batch-settings.ts'

interface BatchSettingsPanelProps {
  readonly model: ModelConfig
  /** Undefined while something that was typed is not valid. */
  readonly onSettings: (settings: BatchSettings | undefined) => void
}

type Choice = NamedSize | 'auto'
const SIZES = (['auto', ...NAMED_SIZES] as const).map((value) => ({ value, label: SIZE_TEXTS.names[value] }))

export function BatchSettingsPanel({ model, onSettings }: BatchSettingsPanelProps) {
  const isSized = model.params.output_height !== undefined
  const byHand = useMemo(() => withoutHeight(model), [model])
  const parameters = useParameters(byHand)
  const [size, setSize] = useState<Choice>('auto')
  const unsupported = useQuery(capabilitiesQuery(model.key)).data?.unsupportedParams
  const hasProblem = Object.keys(parameters.problems).length > 0
  const settings = { params: parameters.params, size: size === 'auto' ? undefined : size }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when a value changes, not at every render
  useEffect(() => onSettings(hasProblem ? undefined : settings), [JSON.stringify(settings), hasProblem])
  const hasFields = Object.keys(byHand.params).length > 0
  if (!hasFields && !isSized) return null
  return (
    <div className={classes.settings}>
      {hasFields && (
        <ParameterPanel
          model={byHand}
          parameters={parameters}
          unsupported={unsupported ?? {}}
          isDisabled={false}
          picture={undefined}
        />
      )}
      {isSized && (
        <div className={classes.sizes}>
          <Text size="sm" fw={600}>
            {SIZE_TEXTS.title}
          </Text>
          <ChoiceBar<Choice> label={SIZE_TEXTS.title} choices={SIZES} value={size} onChange={setSize} />
          <Text size="sm" c="dimmed">
            {BATCH_TEXTS.sizeNote}
          </Text>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {BATCH_TEXTS.sameForAll}
      </Text>
    </div>
  )
}

/** A height in pixels would squeeze pictures of all sizes into one: sizes are chosen by name here. */
function withoutHeight(model: ModelConfig): ModelConfig {
  const { output_height: _, ...params } = model.params
  return { ...model, params }
}
