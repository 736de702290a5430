// Bars by day, drawn here: the drawing scales with its place, words and numbers stand around it in the page's own size.
import { Text } from '@mantine/core'
import { countText, STATISTICS_TEXTS, shortDay } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { axisTop } from './axis-top.ts'
import classes from './day-chart.module.css'

export interface ChartDay {
  readonly day: string
  readonly value: number
}
interface DayChartProps {
  readonly title: string
  readonly unit: string
  /** Oldest first; never empty. */
  readonly days: readonly ChartDay[]
}

const BAR_SHARE = 0.68
/** So many steps between the days that are named below the bars. */
const NAMED_STEPS = 6

export function DayChart({ title, unit, days }: DayChartProps) {
  const sum = days.reduce((total, { value }) => total + value, 0)
  const highest = days.reduce((best, day) => (day.value > best.value ? day : best))
  const top = axisTop(highest.value)
  const words = { title, unit, sum: countText(sum), top: countText(highest.value), day: shortDay(highest.day) }
  return (
    <figure className={classes.chart}>
      <div className={classes.axis} aria-hidden>
        {[top, top / 2, 0].map((tick) => (
          <span key={tick}>{countText(tick)}</span>
        ))}
      </div>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${days.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={fillText(STATISTICS_TEXTS.chart, words)}
      >
        {[0, 50, 100].map((y) => (
          <line
            key={y}
            x1="0"
            x2={days.length}
            y1={y}
            y2={y}
            className={classes.line}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {days.map(({ day, value }, index) => (
          <rect
            key={day}
            className={classes.bar}
            x={index + (1 - BAR_SHARE) / 2}
            width={BAR_SHARE}
            y={100 - (value / top) * 100}
            height={(value / top) * 100}
          >
            <title>{`${day}: ${countText(value)} ${unit}`}</title>
          </rect>
        ))}
      </svg>
      <DayNames days={days} />
      <figcaption className={classes.caption}>
        <Text size="sm" c="dimmed">
          {sum === 0 ? STATISTICS_TEXTS.nothing : fillText(STATISTICS_TEXTS.sum, words)}
        </Text>
      </figcaption>
    </figure>
  )
}

/** Counted from today, which is always named; a phone has room for every other name. */
function DayNames({ days }: Pick<DayChartProps, 'days'>) {
  const step = Math.max(1, Math.ceil((days.length - 1) / NAMED_STEPS))
  return (
    <div className={classes.days} data-sparse={step > 1 || undefined} aria-hidden>
      {days.map(({ day }, index) => {
        const ago = days.length - 1 - index
        return (
          <span key={day}>
            {ago % step === 0 && <span data-minor={(ago / step) % 2 === 1 || undefined}>{shortDay(day)}</span>}
          </span>
        )
      })}
    </div>
  )
}
