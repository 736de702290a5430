// What codes are made: for what, how much each gives, how many, how often each may be used, until when.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ADMIN_COUPON_TEXTS, COUPON_LIMITS, checkCoupons } from '#rulebook/credits/coupons.ts'
import classes from '../admin-filters.module.css'
import { useMakeCoupons } from './use-coupons.ts'

const EMPTY = { name: '', credits: '', codes: '', usesPerCode: '1', endsOn: '' }

export function MakeCouponsForm() {
  const [form, setForm] = useState(EMPTY)
  const making = useMakeCoupons(() => setForm(EMPTY))
  const { name, endsOn } = form
  const wish = {
    name: name.trim(),
    credits: Number(form.credits),
    codes: Number(form.codes),
    usesPerCode: Number(form.usesPerCode),
    ...(endsOn && { endsOn }),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!checkCoupons(wish) && !making.isPending) making.mutate(wish)
  }
  const field = (key: keyof typeof EMPTY, label: string, more: Parameters<typeof TextInput>[0] = {}) => (
    <TextInput
      size="md"
      label={label}
      value={form[key]}
      onChange={(event) => setForm({ ...form, [key]: event.currentTarget.value })}
      {...more}
    />
  )
  const number = { inputMode: 'numeric', maxLength: 6 } as const
  return (
    <form onSubmit={submit} className={classes.filters}>
      {field('name', ADMIN_COUPON_TEXTS.name, {
        description: ADMIN_COUPON_TEXTS.nameHint,
        maxLength: COUPON_LIMITS.nameLength,
      })}
      {field('credits', ADMIN_COUPON_TEXTS.credits, number)}
      {field('codes', ADMIN_COUPON_TEXTS.codes, number)}
      {field('usesPerCode', ADMIN_COUPON_TEXTS.usesPerCode, { ...number, description: ADMIN_COUPON_TEXTS.usesHint })}
      {field('endsOn', ADMIN_COUPON_TEXTS.endsOn, { type: 'date' })}
      <Button type="submit" loading={making.isPending} disabled={checkCoupons(wish) !== undefined}>
        {ADMIN_COUPON_TEXTS.submit}
      </Button>
    </form>
  )
}
