// Requests that wait for a decision, and the dialog of the one that is being decided; absent while there is none.
import { Badge, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import classes from './request-queue.module.css'

interface RequestQueueProps<Request, Kind> {
  readonly id: string
  readonly texts: Readonly<Record<'title' | 'lead' | 'loadFailed', string>>
  readonly load: UseQueryResult<readonly Request[]>
  readonly item: (request: Request, onChoose: (kind: Kind) => void) => ReactNode
  readonly dialog: (request: Request, kind: Kind, onClose: () => void) => ReactNode
}

export function RequestQueue<Request extends { readonly id: string }, Kind>(props: RequestQueueProps<Request, Kind>) {
  const { id, texts, load, item, dialog } = props
  const [choice, setChoice] = useState<{ readonly id: string; readonly kind: Kind }>()
  if (load.isError && !load.data) return <LoadFailed text={texts.loadFailed} query={load} />
  const requests = load.data ?? []
  if (requests.length === 0) return null
  const chosen = requests.find((request) => request.id === choice?.id)
  return (
    <SettingsSection id={id} title={texts.title} lead={texts.lead}>
      <ul className={classes.rows}>
        {requests.map((request) => item(request, (kind) => setChoice({ id: request.id, kind })))}
      </ul>
      {choice && chosen && dialog(chosen, choice.kind, () => setChoice(undefined))}
    </SettingsSection>
  )
}

interface RequestRowProps {
  readonly heading: string
  readonly state: string
  readonly isWaiting: boolean
  /** A line each. */
  readonly facts: readonly string[]
  /** Who asked, and when. */
  readonly origin: string
  /** Below the facts. */
  readonly extra?: ReactNode
  readonly actions: ReactNode
}

export const RequestRow = ({ heading, state, isWaiting, facts, origin, extra, actions }: RequestRowProps) => (
  <li className={classes.request}>
    <div className={classes.words}>
      <Text fw={600} component="div">
        {heading}{' '}
        <Badge variant="light" tt="none" color={isWaiting ? 'orange' : 'gray'}>
          {state}
        </Badge>
      </Text>
      {facts.map((fact) => (
        <Text key={fact} size="sm">
          {fact}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {origin}
      </Text>
      {extra}
    </div>
    {actions}
  </li>
)
