// A card of the profile with a title, and rows in it: words on the left, what can be done on the right (below on phones).
import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings-section.module.css'

interface SettingsSectionProps {
  /** Id of the title, by which the section is named. */
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

export const SettingsSection = ({ id, title, lead, children }: SettingsSectionProps) => (
  <Paper component="section" withBorder radius="lg" className={classes.card} aria-labelledby={id}>
    <div>
      <Title order={2} fz="h3" id={id}>
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
    </div>
    {children}
  </Paper>
)

interface SettingRowProps {
  readonly title?: string
  readonly hint: ReactNode
  /** More words below the hint. */
  readonly more?: ReactNode
  readonly action: ReactNode
}

export const SettingRow = ({ title, hint, more, action }: SettingRowProps) => (
  <div className={classes.row}>
    <div className={classes.words}>
      {title && <Text fw={600}>{title}</Text>}
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {more}
    </div>
    {action}
  </div>
)
