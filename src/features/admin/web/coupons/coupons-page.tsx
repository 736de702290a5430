// /admin/coupons: codes are made many at once, and what became of them.
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { CouponBatch } from '#features/billing/coupon-contract.ts'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_COUPON_TEXTS } from '#rulebook/credits/coupons.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { AdminPage } from '../admin-page.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import classes from '../request-queue.module.css'
import { useMomentText } from '../use-admin-session.ts'
import { MakeCouponsForm } from './make-coupons-form.tsx'
import { useCouponFile, useCoupons, useStopCoupons } from './use-coupons.ts'

export function CouponsPage() {
  const load = useCoupons()
  const [stopping, setStopping] = useState<CouponBatch>()
  return (
    <AdminPage
      title={PAGE_TITLES['admin-coupons']}
      intro={ADMIN_COUPON_TEXTS.intro}
      load={load}
      loadFailure={ADMIN_COUPON_TEXTS.loadFailed}
    >
      <SettingsSection id="make-coupons" title={ADMIN_COUPON_TEXTS.form}>
        <MakeCouponsForm />
      </SettingsSection>
      <SettingsSection id="coupons" title={ADMIN_COUPON_TEXTS.list}>
        {load.isPending && <Skeleton height={120} radius="md" aria-busy />}
        {load.data?.length === 0 && <Text c="dimmed">{ADMIN_COUPON_TEXTS.empty}</Text>}
        <ul className={classes.rows}>
          {load.data?.map((batch) => (
            <Batch key={batch.id} batch={batch} onStop={() => setStopping(batch)} />
          ))}
        </ul>
      </SettingsSection>
      {stopping && <StopDialog batch={stopping} onClose={() => setStopping(undefined)} />}
    </AdminPage>
  )
}

function Batch({ batch, onStop }: { readonly batch: CouponBatch; readonly onStop: () => void }) {
  const momentText = useMomentText()
  const file = useCouponFile()
  const { name, credits, codes, usesPerCode, uses, endsAt, createdAt, isStopped } = batch
  return (
    <li className={classes.request}>
      <div className={classes.words}>
        <Text fw={600} component="div">
          {name}{' '}
          {isStopped && (
            <Badge variant="light" tt="none" color="gray">
              {ADMIN_COUPON_TEXTS.stopped}
            </Badge>
          )}
        </Text>
        <Text size="sm">{fillText(ADMIN_COUPON_TEXTS.facts, { credits, codes, uses: usesPerCode })}</Text>
        <Text size="sm">{fillText(ADMIN_COUPON_TEXTS.used, { n: uses, credits: uses * credits })}</Text>
        <Text size="sm" c="dimmed">
          {fillText(ADMIN_COUPON_TEXTS.created, { at: momentText(createdAt) })} ·{' '}
          {endsAt ? fillText(ADMIN_COUPON_TEXTS.ends, { at: momentText(endsAt) }) : ADMIN_COUPON_TEXTS.endless}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          loading={file.isPending}
          aria-label={fillText(ADMIN_COUPON_TEXTS.downloadOf, { name })}
          onClick={() => file.mutate(batch)}
        >
          {ADMIN_COUPON_TEXTS.download}
        </Button>
        {!isStopped && (
          <Button
            variant="default"
            size="sm"
            aria-label={fillText(ADMIN_COUPON_TEXTS.stopOf, { name })}
            onClick={onStop}
          >
            {ADMIN_COUPON_TEXTS.stop}
          </Button>
        )}
      </Group>
    </li>
  )
}

function StopDialog({ batch: { id }, onClose }: { readonly batch: CouponBatch; readonly onClose: () => void }) {
  const stopping = useStopCoupons(onClose)
  return (
    <ReasonDialog
      title={ADMIN_COUPON_TEXTS.stopTitle}
      body={ADMIN_COUPON_TEXTS.stopBody}
      label={ADMIN_COUPON_TEXTS.stopReason}
      action={ADMIN_COUPON_TEXTS.stop}
      isDangerous
      isPending={stopping.isPending}
      onReason={(reason) => stopping.mutate({ id, reason })}
      onClose={onClose}
    />
  )
}
