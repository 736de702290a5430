// Names and values below each other, for what is no table.
import type { ReactNode } from 'react'
import classes from './statistics.module.css'

export const StatisticList = ({ statistics }: { readonly statistics: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.statistics}>
    {statistics.map(([label, value]) => (
      <div key={label} className={classes.statistic}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
