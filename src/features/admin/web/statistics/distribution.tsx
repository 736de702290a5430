// How a number is made up: each part with its count and its share, the largest first.
import { Text } from '@mantine/core'
import { countText } from '#rulebook/admin/admin-statistics-texts.ts'
import classes from './statistics.module.css'

interface DistributionProps {
  readonly counts: Readonly<Record<string, number>>
  readonly labelOf: (key: string) => string
  readonly unit: string
  /** Shown when there is nothing to count. */
  readonly empty: string
}

export function Distribution({ counts, labelOf, unit, empty }: DistributionProps) {
  const parts = Object.entries(counts).sort(([, one], [, other]) => other - one)
  const sum = parts.reduce((total, [, count]) => total + count, 0)
  if (sum === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <ul className={classes.parts}>
      {parts.map(([key, count]) => {
        const percent = (count / sum) * 100
        return (
          <li key={key}>
            <span>{labelOf(key)}</span>
            <span className={classes.count}>
              {countText(count)} {unit} · {Math.round(percent)}%
            </span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${percent}%` }} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
