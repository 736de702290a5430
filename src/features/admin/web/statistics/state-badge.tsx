// The state of the system or of a part of it, in a word and a colour.
import { Badge } from '@mantine/core'
import { PART_STATE_LABELS, type PartState } from '#rulebook/admin/system-health.ts'

const COLOURS: Readonly<Record<PartState, string>> = {
  healthy: 'jade',
  degraded: 'orange',
  down: 'red',
  'not-configured': 'gray',
}

export const StateBadge = ({ state, size = 'md' }: { readonly state: PartState; readonly size?: 'md' | 'xl' }) => (
  <Badge variant="light" tt="none" size={size} color={COLOURS[state]}>
    {PART_STATE_LABELS[state]}
  </Badge>
)
