// What the operator still has to set before strangers come; gone once all is set (decision 0121).
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { OPENING_TASK_TEXTS, OPENING_TITLE, OPENING_WAITING, type OpeningTask } from '#rulebook/admin/opening-tasks.ts'
import { fillText } from '#rulebook/fill-text.ts'
import classes from './statistics.module.css'

interface OpeningTasksProps {
  readonly tasks: readonly OpeningTask[]
  /** People who asked to be notified when packs can be bought. */
  readonly waiting: number
}

export const OpeningTasks = ({ tasks, waiting }: OpeningTasksProps) => (
  <SettingsSection id="opening" title={OPENING_TITLE}>
    <ul className={classes.opening}>
      {tasks.map((task) => (
        <li key={task}>
          <code>{OPENING_TASK_TEXTS[task].settings}</code>
          <span>
            {OPENING_TASK_TEXTS[task].why}
            {task === 'payment' && waiting > 0 && fillText(OPENING_WAITING, { n: waiting })}
          </span>
        </li>
      ))}
    </ul>
  </SettingsSection>
)
