// Mode and values of the parameter panel (document 2 §4 "Parameter mode", §7; C-46), checked while they change.
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#platform/web/ui/use-hydrated.ts'
import type { ParameterMode } from '#rulebook/credits/credits.ts'
import { paramsToSend } from '#rulebook/runs/processing-calls.ts'
import { checkParameters } from '#rulebook/tools/check-parameters.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { NamedSize } from '#rulebook/tools/named-sizes.ts'
import type { Size } from '#rulebook/tools/output-height.ts'
import type { ParameterKey, ParameterValue, ParameterValues } from '#rulebook/tools/parameter.ts'
import { parametersOfQuery, queryWithoutParameters } from '#rulebook/tools/parameter-link.ts'
import { resetToDefault, valuesForMode } from '#rulebook/tools/parameter-mode.ts'
import { AUTO_PANEL, keepParameters, keptParametersOf, type PanelState } from './kept-parameters.ts'

export interface ParameterControl {
  /** What the panel shows. */
  readonly mode: ParameterMode
  /** What a request says: a size that was chosen is a value set by hand, all others stay automatic. */
  readonly sentMode: ParameterMode
  readonly size: NamedSize | undefined
  readonly values: ParameterValues
  /** What a request carries: nothing in auto mode, in manual mode only what is set. */
  readonly params: ParameterValues
  readonly problems: Readonly<Partial<Record<ParameterKey, string>>>
  readonly setMode: (mode: ParameterMode) => void
  /** Undefined takes the value back to unset. */
  readonly setValue: (key: ParameterKey, value: ParameterValue | undefined) => void
  readonly resetValue: (key: ParameterKey) => void
  /** Rows of the result under their name; without rows the size is automatic. */
  readonly setSize: (size?: NamedSize, heightPx?: number) => void
}

/** The problems of these values, each at its own parameter. */
export function problemsOf(model: ModelConfig, values: ParameterValues): Partial<Record<ParameterKey, string>> {
  const each = Object.entries(values) as [ParameterKey, ParameterValue | undefined][]
  const problems = each.map(([key, value]) => [key, checkParameters(model, { [key]: value })?.message] as const)
  return Object.fromEntries(problems.filter(([, message]) => message !== undefined))
}

export function useParameters(model: ModelConfig, picture?: Size): ParameterControl {
  const linked = useLinkedParameters(model)
  const [own, set] = useState<PanelState>(() => linked ?? keptParametersOf(model))
  const isHydrated = useHydrated()
  const panel = isHydrated ? own : AUTO_PANEL
  const { mode, values, size } = panel
  const params = mode === 'auto' ? sizeOnly(values) : paramsToSend(values)
  useRemembered(model, own)
  return {
    mode,
    sentMode: mode === 'manual' || params.output_height !== undefined ? 'manual' : 'auto',
    size,
    values,
    params,
    // A named size is exact and lies beside the slider's grid.
    problems: problemsOf(model, size ? withoutSize(values) : values),
    setMode: (next) => set({ mode: next, values: valuesForMode(model, next, picture) }),
    setValue: (key, value) =>
      set((before) => ({ ...before, size: sizeAfter(before, key), values: { ...before.values, [key]: value } })),
    resetValue: (key) =>
      set((before) => ({
        ...before,
        size: sizeAfter(before, key),
        values: resetToDefault(model, before.values, key, picture),
      })),
    setSize: (next, heightPx) =>
      set((before) => ({
        ...before,
        size: next,
        values: { ...withoutSize(before.values), ...(heightPx && { output_height: heightPx }) },
      })),
  }
}

const sizeOnly = ({ output_height: height }: ParameterValues): ParameterValues =>
  height === undefined ? {} : { output_height: height }
const withoutSize = ({ output_height: _, ...others }: ParameterValues): ParameterValues => others
/** Whoever moves the slider has no named size any more. */
const sizeAfter = ({ size }: PanelState, key: ParameterKey) => (key === 'output_height' ? undefined : size)

/** What the address asks for; it is read once, so that a reload keeps what was changed since. */
function useLinkedParameters(model: ModelConfig): PanelState | undefined {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const rest = queryWithoutParameters(search)
  useEffect(() => {
    if (rest !== search) void navigate({ search: rest, hash }, { replace: true, preventScrollReset: true, state })
  }, [rest, search, hash, state, navigate])
  const values = parametersOfQuery(model, search)
  return values && { mode: 'manual', values: { ...valuesForMode(model, 'manual'), ...values } }
}

/** Written with every change, and once more on the way out: a session that ended has emptied the storage by then. */
function useRemembered(model: ModelConfig, panel: PanelState): void {
  const last = useRef(panel)
  last.current = panel
  useEffect(() => keepParameters(model, panel), [model, panel])
  useEffect(() => () => keepParameters(model, last.current), [model])
}
