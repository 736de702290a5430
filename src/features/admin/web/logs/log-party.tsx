// Who did something, or to whom: name and first address, or what is left of an account that is gone.
import { Text } from '@mantine/core'
import { CONSOLE_ID } from '#rulebook/admin/admin.ts'
import { ADMIN_LOGS_TEXTS } from '#rulebook/admin/admin-logs-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { LogParty as Party } from '../../logs-contract.ts'

interface LogPartyProps {
  readonly id: string | null
  readonly party: Party
}

const ID_CHARACTERS = 8

export function LogParty({ id, party }: LogPartyProps) {
  if (!id) return <Text c="dimmed">{ADMIN_LOGS_TEXTS.none}</Text>
  if (id === CONSOLE_ID) return <Text c="dimmed">{ADMIN_LOGS_TEXTS.console}</Text>
  if (!party) return <Text c="dimmed">{fillText(ADMIN_LOGS_TEXTS.gone, { id: id.slice(0, ID_CHARACTERS) })}</Text>
  return (
    <div>
      {party.username && <Text>{party.username}</Text>}
      <Text size={party.username ? 'sm' : undefined} c={party.username ? 'dimmed' : undefined}>
        {party.initialEmail ?? ADMIN_USERS_TEXTS.noEmail}
      </Text>
    </div>
  )
}
