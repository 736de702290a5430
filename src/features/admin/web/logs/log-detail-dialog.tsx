// One row of the log as a whole: who, whom, when, from where, and what it held, line by line (document 2 §2, §3).
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ADMIN_LOGS_TEXTS, detailLines, logActionLabel } from '#rulebook/admin/admin-logs-texts.ts'
import type { LogRow } from '../../logs-contract.ts'
import { useMomentText } from '../use-admin-session.ts'
import { LogParty } from './log-party.tsx'
import classes from './logs-page.module.css'

interface LogDetailDialogProps {
  readonly row: LogRow
  readonly onClose: () => void
}

export function LogDetailDialog({ row, onClose }: LogDetailDialogProps) {
  const momentText = useMomentText()
  const lines = detailLines(row.details)
  const { columns } = ADMIN_LOGS_TEXTS
  return (
    <Modal opened size="lg" onClose={onClose} title={ADMIN_LOGS_TEXTS.detailTitle}>
      <dl className={classes.facts}>
        <Fact name={columns.action}>{logActionLabel(row.action)}</Fact>
        <Fact name={columns.time}>{momentText(row.createdAt)}</Fact>
        <Fact name={columns.admin}>
          <LogParty id={row.adminId} party={row.admin} />
        </Fact>
        <Fact name={columns.target}>
          <LogParty id={row.targetUserId} party={row.targetUser} />
        </Fact>
        <Fact name={ADMIN_LOGS_TEXTS.address}>{row.ipAddress ?? ADMIN_LOGS_TEXTS.none}</Fact>
        <Fact name={ADMIN_LOGS_TEXTS.browser}>{row.userAgent ?? ADMIN_LOGS_TEXTS.none}</Fact>
      </dl>
      <h3 className={classes.heading}>{ADMIN_LOGS_TEXTS.content}</h3>
      {lines.length === 0 ? (
        <p className={classes.nothing}>{ADMIN_LOGS_TEXTS.noContent}</p>
      ) : (
        <dl className={classes.facts}>
          {lines.map(({ key, label, value }) => (
            <Fact key={key} name={label}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </Modal>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
