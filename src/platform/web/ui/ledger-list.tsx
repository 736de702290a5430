// Entries of a ledger as lines: what happened and when, the change, and the balance after it.
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import {
  LEDGER_TEXTS,
  type LedgerLine,
  ledgerAmountText,
  ledgerDetail,
  ledgerKindLabel,
  ledgerTitle,
} from '#rulebook/credits/ledger-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { serviceMoment } from '../service-time.ts'
import classes from './ledger-list.module.css'

interface LedgerItemFacts extends LedgerLine {
  readonly id: string
  /** After this entry. */
  readonly balance: number
  /** ISO 8601. */
  readonly at: string
}

interface LedgerListProps<Entry extends LedgerItemFacts> {
  readonly entries: readonly Entry[]
  /** Link to the run of an entry; undefined where there is none. */
  readonly addressOf: (run: NonNullable<Entry['run']>) => string | undefined
}

export const LedgerList = <Entry extends LedgerItemFacts>({ entries, addressOf }: LedgerListProps<Entry>) => (
  <ul className={classes.list}>
    {entries.map((entry) => (
      <LedgerItem key={entry.id} entry={entry} address={entry.run ? addressOf(entry.run) : undefined} />
    ))}
  </ul>
)

function LedgerItem({ entry, address }: { readonly entry: LedgerItemFacts; readonly address: string | undefined }) {
  const title = ledgerTitle(entry)
  const detail = ledgerDetail(entry)
  return (
    <li className={classes.entry}>
      <Badge variant="light" color={entry.amount > 0 ? 'jade' : 'gray'} tt="none" className={classes.kind}>
        {ledgerKindLabel(entry.kind)}
      </Badge>
      <div className={classes.what}>
        {address ? (
          <Anchor component={Link} to={address} fw={600} c="inherit" underline="always">
            {title}
          </Anchor>
        ) : (
          <Text fw={600}>{title}</Text>
        )}
        {detail && <Text size="sm">{detail}</Text>}
        <Text size="sm" c="dimmed">
          {serviceMoment(entry.at)}
        </Text>
      </div>
      <div className={classes.figures}>
        <span className={classes.amount} data-gain={entry.amount > 0 || undefined}>
          {ledgerAmountText(entry.amount)}
        </span>
        <Text size="sm" c="dimmed">
          {fillText(LEDGER_TEXTS.balance, { n: entry.balance })}
        </Text>
      </div>
    </li>
  )
}
