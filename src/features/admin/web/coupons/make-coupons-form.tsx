// What codes are made: for what, how much each gives, how many, how often each may be used, until when.
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  ADMIN_COUPON_TEXTS,
  COUPON_FIELDS,
  type COUPON_FIGURES,
  COUPON_LIMITS,
  checkCouponField,
  figureText,
} from '#rulebook/credits/coupons.ts'
import { fillText } from '#rulebook/fill-text.ts'
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

function errorsOf(typed: Typed): Partial<Record<keyof Typed, string>> {
  const batch = { ...batchOf(typed), ...endOf(typed) }
  const found = COUPON_FIELDS.map((field) => [
    field === 'endsAt' ? 'endsOn' : field,
    checkCouponField(batch, field, new Date()),
  ])
  return Object.fromEntries(found.filter(([, problem]) => problem))
}

export function MakeCouponsForm() {
  const form = useForm({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: (typed) => errorsOf(typed),
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
  const figure = (key: (typeof COUPON_FIGURES)[number], hint: string = ADMIN_COUPON_TEXTS.most) =>
    field(key, ADMIN_COUPON_TEXTS[key], {
      inputMode: 'numeric',
      maxLength: 6,
      description: fillText(hint, { max: figureText(COUPON_LIMITS[key]) }),
    })
  return (
    <form onSubmit={submit} className={classes.fields}>
      {field('name', ADMIN_COUPON_TEXTS.name, {
        description: ADMIN_COUPON_TEXTS.nameHint,
        maxLength: COUPON_LIMITS.nameLength,
      })}
      {figure('credits')}
      {figure('codes')}
      {figure('usesPerCode', ADMIN_COUPON_TEXTS.usesHint)}
      {field('endsOn', ADMIN_COUPON_TEXTS.endsOn, { type: 'date', description: ADMIN_COUPON_TEXTS.endsHint })}
      <Button type="submit" loading={making.isPending}>
        {ADMIN_COUPON_TEXTS.submit}
      </Button>
    </form>
  )
}
