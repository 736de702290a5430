// Names and figures below each other, for what is no table.
import type { ReactNode } from 'react'
import classes from './figures.module.css'

export const FigureList = ({ figures }: { readonly figures: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.figures}>
    {figures.map(([label, value]) => (
      <div key={label} className={classes.figure}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
