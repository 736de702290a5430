// What codes are made: for what, how much each gives, how many, how often each may be used, until when.
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ADMIN_COUPON_TEXTS, COUPON_LIMITS, checkCoupons } from '#rulebook/credits/coupons.ts'
import classes from '../admin-filters.module.css'
import { useMakeCoupons } from './use-coupons.ts'

const EMPTY = { name: '', credits: '', codes: '', usesPerCode: '1', endsOn: '' }
const NUMBER = { inputMode: 'numeric', maxLength: 6 } as const

const wishOf = ({ name, endsOn, ...figures }: typeof EMPTY) => ({
  name: name.trim(),
  credits: Number(figures.credits),
  codes: Number(figures.codes),
  usesPerCode: Number(figures.usesPerCode),
  ...(endsOn && { endsOn }),
})

export function MakeCouponsForm() {
  const form = useForm({
    initialValues: EMPTY,
    // Of the whole wish, at no field: it cannot be sent before it is right.
    validate: (values) => ({ wish: checkCoupons(wishOf(values))?.code }),
  })
  const making = useMakeCoupons(() => form.reset())
  const submit = form.onSubmit((values) => {
    if (!making.isPending) making.mutate(wishOf(values))
  })
  return (
    <form onSubmit={submit} noValidate className={classes.filters}>
      <TextInput
        size="md"
        label={ADMIN_COUPON_TEXTS.name}
        description={ADMIN_COUPON_TEXTS.nameHint}
        maxLength={COUPON_LIMITS.nameLength}
        {...form.getInputProps('name')}
      />
      <TextInput size="md" label={ADMIN_COUPON_TEXTS.credits} {...NUMBER} {...form.getInputProps('credits')} />
      <TextInput size="md" label={ADMIN_COUPON_TEXTS.codes} {...NUMBER} {...form.getInputProps('codes')} />
      <TextInput
        size="md"
        label={ADMIN_COUPON_TEXTS.usesPerCode}
        description={ADMIN_COUPON_TEXTS.usesHint}
        {...NUMBER}
        {...form.getInputProps('usesPerCode')}
      />
      <TextInput size="md" type="date" label={ADMIN_COUPON_TEXTS.endsOn} {...form.getInputProps('endsOn')} />
      <Button type="submit" loading={making.isPending} disabled={!form.isValid()}>
        {ADMIN_COUPON_TEXTS.submit}
      </Button>
    </form>
  )
}
