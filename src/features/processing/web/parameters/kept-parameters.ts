// Mode and values of the panel, remembered for each model while the browser's tab is open: trying another model and coming
// back, a reload, or a sign-in in the middle of work lose none of them (document 2 §4).

import type { ParameterMode } from '#rulebook/credits/credits.ts'
import { TOOL_PARAMETERS_KEY } from '#rulebook/pictures/browser-storage.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { NamedSize } from '#rulebook/tools/named-sizes.ts'
import type { ParameterKey, ParameterValue, ParameterValues } from '#rulebook/tools/parameter.ts'

export interface PanelState {
  /** In auto only the size of the result may be set. */
  readonly mode: ParameterMode
  /** A size that follows the picture; absent for automatic and for the slider. */
  readonly size?: NamedSize | undefined
  readonly values: ParameterValues
}

export const AUTO_PANEL: PanelState = { mode: 'auto', values: {} }

type Kept = Record<string, PanelState>

/** What was kept for this model, without anything that its panel does not have: session storage is no trusted source. */
export function keptParametersOf(model: ModelConfig): PanelState {
  const kept = read()[model.key]
  if (typeof kept?.values !== 'object' || kept.values === null) return AUTO_PANEL
  const known = Object.entries(kept.values).filter(([key, value]) => key in model.params && isValue(value)) as [
    ParameterKey,
    ParameterValue,
  ][]
  const isManual = kept.mode === 'manual'
  const values = Object.fromEntries(isManual ? known : known.filter(([key]) => key === 'output_height'))
  return { mode: isManual ? 'manual' : 'auto', size: kept.size, values }
}

export function keepParameters({ key }: ModelConfig, panel: PanelState): void {
  const { [key]: _before, ...others } = read()
  const kept = panel.mode === 'manual' || Object.keys(panel.values).length > 0 ? { ...others, [key]: panel } : others
  try {
    // Nothing at all where nothing is set: the deferred start asks whether something is (decision 0017).
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(TOOL_PARAMETERS_KEY)
    else sessionStorage.setItem(TOOL_PARAMETERS_KEY, JSON.stringify(kept))
  } catch {
    // Storage full or forbidden: the values live as long as the page.
  }
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(TOOL_PARAMETERS_KEY) ?? '')
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

const isValue = (value: unknown): value is ParameterValue => ['number', 'boolean', 'string'].includes(typeof value)
