// What codes are made: for what, how much each gives, how many, how often each may be used, until when.
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ADMIN_COUPON_TEXTS, COUPON_LIMITS, checkCoupons } from '#rulebook/credits/coupons.ts'
import classes from '../admin-filters.module.css'
import { useMakeCoupons } from './use-coupons.ts'

const EMPTY = { name: '', credits: '', codes: '', usesPerCode: '1', endsOn: '' }
type Typed = typeof EMPTY
/** Labels and fields of a line stand level, with a hint or without. */
const HINT_LAST: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

const batchOf = ({ name, credits, codes, usesPerCode, endsOn }: Typed) => ({
  name: name.trim(),
  credits: Number(credits),
  codes: Number(codes),
  usesPerCode: Number(usesPerCode),
  ...(endsOn && { endsOn }),
})

/** By the browser's zone; the service decides by the configured one. */
const endOf = ({ endsOn }: Typed) => (endsOn ? { endsAt: new Date(`${endsOn}T24:00`) } : {})

export function MakeCouponsForm() {
  const form = useForm({
    initialValues: EMPTY,
    // One problem for all fields: the button waits for it to go.
    validate: (typed) => ({ name: checkCoupons({ ...batchOf(typed), ...endOf(typed) }, new Date()) !== undefined }),
    transformValues: batchOf,
  })
  const making = useMakeCoupons(form.reset)
  const submit = form.onSubmit((batch) => {
    if (!making.isPending) making.mutate(batch)
  })
  const field = (key: keyof Typed, label: string, more: Parameters<typeof TextInput>[0] = {}) => (
    <TextInput
      size="md"
      label={label}
      inputWrapperOrder={HINT_LAST}
      // What is typed while they are made would be emptied with the form.
      readOnly={making.isPending}
      {...form.getInputProps(key)}
      {...more}
    />
  )
  const number = { inputMode: 'numeric', maxLength: 6 } as const
  return (
    <form onSubmit={submit} className={classes.fields}>
      {field('name', ADMIN_COUPON_TEXTS.name, {
        description: ADMIN_COUPON_TEXTS.nameHint,
        maxLength: COUPON_LIMITS.nameLength,
      })}
      {field('credits', ADMIN_COUPON_TEXTS.credits, number)}
      {field('codes', ADMIN_COUPON_TEXTS.codes, number)}
      {field('usesPerCode', ADMIN_COUPON_TEXTS.usesPerCode, { ...number, description: ADMIN_COUPON_TEXTS.usesHint })}
      {field('endsOn', ADMIN_COUPON_TEXTS.endsOn, { type: 'date', description: ADMIN_COUPON_TEXTS.endsHint })}
      <Button type="submit" loading={making.isPending} disabled={!form.isValid()}>
        {ADMIN_COUPON_TEXTS.submit}
      </Button>
    </form>
  )
}
