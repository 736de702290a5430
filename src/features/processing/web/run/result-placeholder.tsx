// The room of the result card while the work runs (document 2 §4): what will stand here, at its full height.
import { Skeleton, Text } from '@mantine/core'
import { IconCircleDashed } from '@tabler/icons-react'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import classes from './result-bar.module.css'

/** The panel below it stays where it is when the result comes. */
export function ResultPlaceholder() {
  const rows = Object.values(RESULT_TEXTS.facts)
  return (
    <div className={`${classes.bar} ${classes.placeholder}`} aria-hidden>
      <Text fw={650} className={classes.title} c="dimmed">
        <IconCircleDashed size={22} />
        {RESULT_TEXTS.title}
      </Text>
      <Skeleton height={50} radius="md" animate={false} />
      <div className={classes.actions}>
        {['formats', 'share', 'model', 'input', 'history'].map((place) => (
          <Skeleton key={place} height={40} radius="md" animate={false} />
        ))}
      </div>
      <dl className={classes.facts}>
        {rows.map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>—</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
