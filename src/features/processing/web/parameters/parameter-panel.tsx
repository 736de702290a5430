// The parameter panel: auto or manual, every parameter of the model, how long a run takes (document 2 §2, §4, §5, §9; C-12).
import { Text, Title } from '@mantine/core'
import { IconClock, IconWand } from '@tabler/icons-react'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { type Choice, ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import type { ParameterMode } from '#rulebook/credits/credits.ts'
import { panelEstimate } from '#rulebook/runs/estimates.ts'
import { RUN_PANEL_TEXTS, usualText } from '#rulebook/runs/tool-page-texts.ts'
import { PARAMETER_TEXTS } from '#rulebook/tools/parameter-mode.ts'
import type { UsualTime } from '../../contract.ts'
import { panelParts, parameterFields } from '../workspace/lazy-parts.ts'
import classes from './parameter-panel.module.css'
import type { ParameterPanelProps } from './parameter-panel-props.ts'

const MODES: readonly Choice<ParameterMode>[] = [
  { value: 'auto', label: PARAMETER_TEXTS.auto },
  { value: 'manual', label: PARAMETER_TEXTS.manual },
]

export function ParameterPanel(props: ParameterPanelProps) {
  const { model, parameters, isDisabled, picture, usual } = props
  const hasParameters = Object.keys(model.params).length > 0
  const isSized = model.params.output_height !== undefined
  return (
    // Whoever comes near the panel may want the manual mode.
    <section className={classes.panel} aria-label={PARAMETER_TEXTS.title} onPointerEnter={prepare} onFocus={prepare}>
      <Title order={2} size="h4">
        {PARAMETER_TEXTS.title}
      </Title>
      {hasParameters ? (
        <ChoiceBar
          label={PARAMETER_TEXTS.title}
          choices={MODES}
          value={parameters.mode}
          isDisabled={isDisabled}
          onChange={parameters.setMode}
        />
      ) : (
        <AutoNote text={PARAMETER_TEXTS.none} />
      )}
      {isSized && <LateSizes parameters={parameters} picture={picture} isDisabled={isDisabled} />}
      {hasParameters && parameters.mode === 'auto' && <AutoNote text={PARAMETER_TEXTS.autoHint} />}
      {props.isOurs && parameters.mode === 'auto' && <LateWork {...props} />}
      {parameters.mode === 'manual' && <LateFields {...props} />}
      <Text size="sm" c="dimmed" className={classes.time}>
        <IconClock size={16} aria-hidden />
        <span>{usual ? usualAndWhence(usual) : panelEstimate(model)}</span>
      </Text>
    </section>
  )
}

/** The number, and what it comes from. */
const usualAndWhence = ({ seconds, from }: UsualTime): string =>
  `${usualText(seconds)}（${RUN_PANEL_TEXTS.usualFrom[from]}）`

const AutoNote = ({ text }: { readonly text: string }) => (
  <p className={classes.auto}>
    <IconWand size={18} aria-hidden />
    {text}
  </p>
)

const prepare = () => void parameterFields.load().catch(() => {})

function LateSizes({ picture, ...props }: Pick<ParameterPanelProps, 'parameters' | 'picture' | 'isDisabled'>) {
  const Chips = useLazyPart(panelParts, picture !== undefined)?.SizeChips
  return Chips && picture ? <Chips {...props} picture={picture} /> : null
}

function LateWork({ model, picture }: Pick<ParameterPanelProps, 'model' | 'picture'>) {
  const Work = useLazyPart(panelParts, picture !== undefined)?.ModelWork
  return Work && picture ? <Work modelKey={model.key} /> : null
}

function LateFields(props: ParameterPanelProps) {
  const Fields = useLazyPart(parameterFields)?.ParameterFields
  if (Fields) return <Fields {...props} />
  return Object.keys(props.model.params).map((key) => <div key={key} className={classes.room} />)
}
