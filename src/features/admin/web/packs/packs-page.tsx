// /admin/packs: what is sold and what it was before; a change is a new version (decision 0150).
import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { moneyText } from '#rulebook/credits/orders.ts'
import { ADMIN_PACK_TEXTS } from '#rulebook/credits/pack-versions.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import type { ManagedPack, ShownPackVersion } from '../../packs-contract.ts'
import { AdminPage } from '../admin-page.tsx'
import classes from '../request-queue.module.css'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { EditPackDialog } from './edit-pack-dialog.tsx'
import { usePacks } from './use-packs.ts'

export function PacksPage() {
  const load = usePacks()
  const mayCall = useMayCall()
  const [edited, setEdited] = useState<ManagedPack>()
  return (
    <AdminPage
      title={PAGE_TITLES['admin-packs']}
      intro={ADMIN_PACK_TEXTS.intro}
      load={load}
      loadFailure={ADMIN_PACK_TEXTS.loadFailed}
    >
      {load.isPending && <Skeleton height={320} radius="md" aria-busy />}
      {load.data?.map((pack) => (
        <Pack key={pack.id} pack={pack} onEdit={mayCall('packs.change') ? () => setEdited(pack) : undefined} />
      ))}
      {edited && <EditPackDialog pack={edited} onClose={() => setEdited(undefined)} />}
    </AdminPage>
  )
}

function Pack({ pack, onEdit }: { readonly pack: ManagedPack; readonly onEdit: (() => void) | undefined }) {
  const [now] = pack.versions
  return (
    <SettingsSection id={`pack-${pack.id}`} title={pack.name}>
      <div className={classes.request}>
        <div className={classes.words}>
          <Text fw={600} component="div">
            {factsText(now!)}{' '}
            <Badge variant="light" tt="none" color={now!.isActive ? 'jade' : 'gray'}>
              {now!.isActive ? ADMIN_PACK_TEXTS.active : ADMIN_PACK_TEXTS.inactive}
            </Badge>
          </Text>
        </div>
        {onEdit && (
          <Button
            variant="default"
            size="sm"
            aria-label={fillText(ADMIN_PACK_TEXTS.editOf, { name: pack.name })}
            onClick={onEdit}
          >
            {ADMIN_PACK_TEXTS.edit}
          </Button>
        )}
      </div>
      <details>
        <summary>{`${ADMIN_PACK_TEXTS.history}（${pack.versions.length}）`}</summary>
        <ul className={classes.rows}>
          {pack.versions.map((version) => (
            <li key={version.version} className={classes.request}>
              <Version version={version} />
            </li>
          ))}
        </ul>
      </details>
    </SettingsSection>
  )
}

function Version({ version: row }: { readonly version: ShownPackVersion }) {
  const momentText = useMomentText()
  const { version, createdAt, changedBy, reason, isActive } = row
  return (
    <div className={classes.words}>
      <Text size="sm" fw={600}>
        {version === 0 ? ADMIN_PACK_TEXTS.stated : fillText(ADMIN_PACK_TEXTS.version, { n: version })}
      </Text>
      <Text size="sm">
        {factsText(row)}
        {!isActive && ` · ${ADMIN_PACK_TEXTS.inactive}`}
      </Text>
      {createdAt && (
        <Text size="sm" c="dimmed">
          {fillText(ADMIN_PACK_TEXTS.changedBy, { at: momentText(createdAt), who: changedBy ?? ADMIN_PACK_TEXTS.gone })}
        </Text>
      )}
      {reason && <Text size="sm">{reason}</Text>}
    </div>
  )
}

const factsText = ({ credits, bonus, usdCents, cnyFen }: ShownPackVersion): string =>
  fillText(bonus > 0 ? ADMIN_PACK_TEXTS.factsWithBonus : ADMIN_PACK_TEXTS.facts, {
    credits,
    bonus,
    usd: moneyText({ currency: 'USD', minor: usdCents }),
    cny: cnyFen === null ? ADMIN_PACK_TEXTS.noYuan : moneyText({ currency: 'CNY', minor: cnyFen }),
  })
