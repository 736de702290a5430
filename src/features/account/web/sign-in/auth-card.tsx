// The frame of every auth page: one calm card with title, content and the way to the neighbouring page (document 1 §2).
import { Alert, Paper, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './auth-card.module.css'

export function AuthCard(props: {
  readonly title: string
  readonly lead?: string
  /** The content depends on something that is still asked: it keeps its place and is seen once it is whole. */
  readonly isWaiting?: boolean
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  return (
    <div className={classes.page}>
      <Paper className={classes.card} radius="lg" withBorder>
        <header className={classes.header}>
          <Title order={1} fz="h2">
            {props.title}
          </Title>
          {props.lead && (
            <Text c="dimmed" size="sm">
              {props.lead}
            </Text>
          )}
        </header>
        <div className={classes.content} data-waiting={props.isWaiting || undefined}>
          {props.children}
          {props.footer && <footer className={classes.footer}>{props.footer}</footer>}
        </div>
      </Paper>
    </div>
  )
}

/** The red box: read out at once. */
export function ErrorBox({ text, children }: { readonly text: string | undefined; readonly children?: ReactNode }) {
  if (!text) return null
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} aria-hidden />}>
      <span className={classes.boxText}>{text}</span>
      {children}
    </Alert>
  )
}

/** What went well, or what the visitor should know. */
export function NoticeBox({ text }: { readonly text: string | undefined }) {
  if (!text) return null
  return (
    <Alert color="jade" variant="light" role="status" icon={<IconCircleCheck size={18} aria-hidden />}>
      <span className={classes.boxText}>{text}</span>
    </Alert>
  )
}
