// What the operator still has to set before strangers come; gone once all is set (decision 0121).
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { OPENING_TASK_TEXTS, OPENING_TITLE, type OpeningTask } from '#rulebook/admin/opening-tasks.ts'
import classes from './statistics.module.css'

export const OpeningTasks = ({ tasks }: { readonly tasks: readonly OpeningTask[] }) => (
  <SettingsSection id="opening" title={OPENING_TITLE}>
    <ul className={classes.opening}>
      {tasks.map((task) => (
        <li key={task}>
          <code>{OPENING_TASK_TEXTS[task].settings}</code>
          <span>{OPENING_TASK_TEXTS[task].why}</span>
        </li>
      ))}
    </ul>
  </SettingsSection>
)
