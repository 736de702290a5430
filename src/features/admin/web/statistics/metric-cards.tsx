// Statistics in a row of cards: what it is, how much, and what to know about it.
import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './statistics.module.css'

export interface Metric {
  readonly label: string
  /** Undefined while it is loaded. */
  readonly value: ReactNode
  readonly unit?: string
  readonly note?: ReactNode
}

export const MetricCards = ({ metrics }: { readonly metrics: readonly Metric[] }) => (
  <dl className={classes.metrics}>
    {metrics.map(({ label, value, unit, note }) => (
      <div key={label} className={classes.metric}>
        <dt>{label}</dt>
        <dd>
          {value === undefined ? <Skeleton height={36} width={72} /> : value}
          {value !== undefined && unit && <span className={classes.unit}>{unit}</span>}
          {note && (
            <Text component="span" size="sm" c="dimmed" className={classes.note}>
              {note}
            </Text>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
