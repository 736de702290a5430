// The manual update of the pool (document 2 §5 Admin, §9): the button works once both statistics and the notes are there.
import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormProblem } from '#platform/web/ui/form-problem.tsx'
import { POOL_PAGE_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { COST_PER_CREDIT_STEP_USD, checkPoolUpdate, costPerCreditText, POOL_LIMITS } from '#rulebook/admin/pool.ts'
import { poolNow } from './pool-now.ts'
import classes from './statistics.module.css'
import { type CreditPool, useUpdatePool } from './use-statistics.ts'

/** An empty field becomes 0, which is refused. */
const enteredOf = ({ total, cost, notes }: Readonly<Record<'total' | 'cost' | 'notes', string>>) => ({
  totalPurchased: Number(total),
  costPerCredit: Number(cost),
  notes,
})

/** Begins with what is stored, or with the default cost. What is being written stays when the statistics are renewed meanwhile. */
export function PoolUpdateForm({ pool }: { readonly pool: CreditPool | null }) {
  const { purchased, costPerCreditUsd } = poolNow(pool)
  const form = useForm({
    initialValues: { total: String(purchased), cost: costPerCreditText(costPerCreditUsd), notes: '' },
    validate: (values) => ({ whole: checkPoolUpdate(enteredOf(values))?.code }),
  })
  // Notes come last: before them the form is not wrong, only unfinished.
  const problem = form.values.notes.trim() === '' ? undefined : checkPoolUpdate(enteredOf(form.values))
  const update = useUpdatePool((stored) =>
    form.setValues({
      total: String(stored.total_purchased),
      cost: costPerCreditText(stored.cost_per_credit),
      notes: '',
    }),
  )
  const submit = form.onSubmit((values) => {
    if (!update.isPending) update.mutate(enteredOf(values))
  })
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="number"
        inputMode="numeric"
        label={POOL_PAGE_TEXTS.totalPurchasedField}
        min={0}
        max={POOL_LIMITS.totalPurchased}
        step={1}
        {...form.getInputProps('total')}
      />
      <TextInput
        type="number"
        inputMode="decimal"
        label={POOL_PAGE_TEXTS.costField}
        min={0}
        max={POOL_LIMITS.costPerCreditUsd}
        step={COST_PER_CREDIT_STEP_USD}
        {...form.getInputProps('cost')}
      />
      <Textarea
        size="md"
        label={POOL_PAGE_TEXTS.notesField}
        description={POOL_PAGE_TEXTS.notesHint}
        required
        rows={2}
        maxLength={POOL_LIMITS.notesLength}
        {...form.getInputProps('notes')}
      />
      <FormProblem problem={problem} />
      <Text size="sm" c="dimmed">
        {POOL_PAGE_TEXTS.formNote}
      </Text>
      <Button type="submit" disabled={!form.isValid()} loading={update.isPending}>
        {POOL_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
