// The manual update of the pool (document 2 §5 Admin, §9): the button works once both figures and the notes are there.
import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { POOL_PAGE_TEXTS } from '#rulebook/admin/admin-figures-texts.ts'
import { COST_PER_CREDIT_STEP_USD, checkPoolUpdate, costPerCreditText, POOL_LIMITS } from '#rulebook/admin/pool.ts'
import classes from './figures.module.css'
import { poolNow } from './pool-now.ts'
import { type CreditPool, useUpdatePool } from './use-figures.ts'

/** Begins with what is stored, or with the default cost. What is being written stays when the figures are renewed meanwhile. */
export function PoolUpdateForm({ pool }: { readonly pool: CreditPool | null }) {
  const { purchased, costPerCreditUsd } = poolNow(pool)
  const [total, setTotal] = useState(String(purchased))
  const [cost, setCost] = useState(costPerCreditText(costPerCreditUsd))
  const [notes, setNotes] = useState('')
  const update = useUpdatePool((stored) => {
    setTotal(String(stored.total_purchased))
    setCost(costPerCreditText(stored.cost_per_credit))
    setNotes('')
  })
  // An empty field becomes 0, which is refused.
  const entered = { totalPurchased: Number(total), costPerCredit: Number(cost), notes }
  const isComplete = checkPoolUpdate(entered) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !update.isPending) update.mutate(entered)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="number"
        inputMode="numeric"
        label={POOL_PAGE_TEXTS.totalPurchasedField}
        min={0}
        max={POOL_LIMITS.totalPurchased}
        step={1}
        value={total}
        onChange={(event) => setTotal(event.currentTarget.value)}
      />
      <TextInput
        type="number"
        inputMode="decimal"
        label={POOL_PAGE_TEXTS.costField}
        min={0}
        max={POOL_LIMITS.costPerCreditUsd}
        step={COST_PER_CREDIT_STEP_USD}
        value={cost}
        onChange={(event) => setCost(event.currentTarget.value)}
      />
      <Textarea
        size="md"
        label={POOL_PAGE_TEXTS.notesField}
        description={POOL_PAGE_TEXTS.notesHint}
        required
        rows={2}
        maxLength={POOL_LIMITS.notesLength}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {POOL_PAGE_TEXTS.formNote}
      </Text>
      <Button type="submit" disabled={!isComplete} loading={update.isPending}>
        {POOL_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
