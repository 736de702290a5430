// What the list is narrowed to. Kept in the address, so that reload and back keep it.
import { useAddressQuery } from '#platform/web/ui/use-address-query.ts'
import { HISTORY_STATES, type HistoryState, RUN_QUERY } from '#rulebook/history/history.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import type { HistoryFilter } from '../contract.ts'

const KEYS = { search: 'q', tool: 'tool', state: 'state', run: RUN_QUERY } as const

export interface HistoryFilterControl {
  readonly filter: HistoryFilter
  readonly isActive: boolean
  readonly change: (changes: Partial<Record<keyof HistoryFilter, string | null>>) => void
  readonly clear: () => void
}

const isState = (text: string | null): text is HistoryState =>
  (HISTORY_STATES as readonly string[]).includes(text ?? '')

export function useHistoryFilter(): HistoryFilterControl {
  const [query, update] = useAddressQuery()
  const [search, tool, state] = [query.get(KEYS.search), query.get(KEYS.tool), query.get(KEYS.state)]
  const run = query.get(KEYS.run)
  const filter: HistoryFilter = {
    ...(search?.trim() && { search: search.trim() }),
    ...(tool !== null && Object.hasOwn(TOOLS, tool) && { tool }),
    ...(isState(state) && { state }),
    ...(run && isUuid(run) && { run }),
  }
  const change: HistoryFilterControl['change'] = (changes) => {
    const named = Object.entries(changes).map(([key, value]) => [KEYS[key as keyof HistoryFilter], value])
    update(Object.fromEntries(named), { replace: true })
  }
  return {
    filter,
    isActive: Object.keys(filter).length > 0,
    change,
    clear: () => change({ search: null, tool: null, state: null, run: null }),
  }
}
