// A code is redeemed on the billing page (decision 0107).
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { COUPON_TEXTS } from '#rulebook/credits/coupons.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { billingClient } from '../billing-client.ts'
import classes from './redeem-coupon.module.css'

export function RedeemCoupon() {
  const form = useForm({ initialValues: { code: '' }, validate: { code: (code) => code.trim() === '' } })
  const redeeming = useRedeem(form.reset)
  const submit = form.onSubmit(({ code }) => {
    if (!redeeming.isPending) redeeming.mutate(code.trim())
  })
  return (
    <SettingsSection id="coupon" title={COUPON_TEXTS.title} lead={COUPON_TEXTS.lead}>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          size="md"
          className={classes.field}
          aria-label={COUPON_TEXTS.field}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          // What is typed meanwhile would be emptied with the form.
          readOnly={redeeming.isPending}
          {...form.getInputProps('code', { withError: false })}
          error={redeeming.error ? messageOf(redeeming.error, ACTIONS.redeem) : undefined}
        />
        <Button type="submit" size="md" variant="default" loading={redeeming.isPending}>
          {COUPON_TEXTS.redeem}
        </Button>
      </form>
    </SettingsSection>
  )
}

function useRedeem(onDone: () => void) {
  const queryClient = useQueryClient()
  const session = useSessionView()
  return useMutation({
    mutationFn: (code: string) => billingClient.redeemCoupon({ code }),
    onSuccess: async ({ credits }) => {
      notifySuccess(fillText(COUPON_TEXTS.redeemed, { credits }))
      onDone()
      await Promise.all([session.refreshProfile(), queryClient.invalidateQueries({ queryKey: ['billing'] })])
    },
  })
}
