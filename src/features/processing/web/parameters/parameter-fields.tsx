// Every parameter of the model, set by hand (document 2 §4, §5). Loaded with the first look at the manual mode: most people stay in auto.
import { Button } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import { PARAMETER_TEXTS } from '#rulebook/tools/parameter-mode.ts'
import { CopyParametersLink } from './copy-parameters-link.tsx'
import { ParameterField } from './parameter-field.tsx'
import classes from './parameter-panel.module.css'
import type { ParameterPanelProps } from './parameter-panel-props.ts'
import { sizeNoteOf } from './size-note.ts'

export function ParameterFields({ model, parameters, unsupported, isDisabled, picture }: ParameterPanelProps) {
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
      <div className={classes.forAll}>
        <Button
          variant="default"
          leftSection={<IconRotate size={16} aria-hidden />}
          disabled={isDisabled}
          onClick={() => parameters.setMode('auto')}
        >
          {PARAMETER_TEXTS.resetAll}
        </Button>
        <CopyParametersLink
          model={model}
          params={parameters.params}
          isDisabled={Object.keys(parameters.problems).length > 0}
        />
      </div>
    </>
  )
}
