// A pack is changed: credits, present, prices, whether it is sold, and why. What was seen goes along, so that nobody overwrites what another just did.
import { Checkbox, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { FormProblem } from '#platform/web/ui/form-problem.tsx'
import { checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { majorText, minorOf } from '#rulebook/credits/orders.ts'
import { ADMIN_PACK_TEXTS, checkPack, type PackFacts } from '#rulebook/credits/pack-versions.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { ManagedPack } from '../../packs-contract.ts'
import { useChangePack } from './use-packs.ts'

interface EditPackProps {
  readonly pack: ManagedPack
  readonly onClose: () => void
}
interface Entered {
  readonly credits: string
  readonly bonus: string
  readonly usd: string
  readonly cny: string
  readonly isActive: boolean
  readonly reason: string
}

export const EditPackDialog = ({ pack, onClose }: EditPackProps) => (
  <Modal opened onClose={onClose} title={fillText(ADMIN_PACK_TEXTS.editOf, { name: pack.name })}>
    <EditPackForm pack={pack} onClose={onClose} />
  </Modal>
)

const enteredOf = ({ credits, bonus, usdCents, cnyFen, isActive }: PackFacts): Entered => ({
  credits: String(credits),
  bonus: String(bonus),
  usd: majorText(usdCents),
  cny: cnyFen === null ? '' : majorText(cnyFen),
  isActive,
  reason: '',
})

/** What is no number or no amount becomes 0, which is refused. */
const factsOf = ({ credits, bonus, usd, cny, isActive }: Entered): PackFacts => ({
  credits: Number(credits),
  bonus: bonus.trim() === '' ? 0 : Number(bonus),
  usdCents: minorOf(usd.trim()) ?? 0,
  cnyFen: cny.trim() === '' ? null : (minorOf(cny.trim()) ?? 0),
  isActive,
})

function EditPackForm({ pack: { id, versions }, onClose }: EditPackProps) {
  const current = versions[0]!
  const form = useForm<Entered>({
    initialValues: enteredOf(current),
    validate: (values) => ({ whole: (checkPack(factsOf(values)) ?? checkReason(values.reason))?.code }),
  })
  const changing = useChangePack(onClose)
  const submit = form.onSubmit((values) => {
    if (!changing.isPending)
      changing.mutate({ id, version: current.version, ...factsOf(values), reason: values.reason.trim() })
  })
  const field = (name: 'credits' | 'bonus' | 'usd' | 'cny', inputMode: 'numeric' | 'decimal', hint?: string) => (
    <TextInput
      size="md"
      label={ADMIN_PACK_TEXTS[name]}
      description={hint}
      inputMode={inputMode}
      maxLength={10}
      {...form.getInputProps(name)}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {field('credits', 'numeric')}
        {field('bonus', 'numeric')}
        {field('usd', 'decimal')}
        {field('cny', 'decimal', ADMIN_PACK_TEXTS.cnyHint)}
        <Checkbox
          size="md"
          label={ADMIN_PACK_TEXTS.isActive}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        <FormProblem problem={checkPack(factsOf(form.values))} />
        <Textarea
          size="md"
          label={ADMIN_PACK_TEXTS.reason}
          rows={2}
          required
          maxLength={EDIT_REASON_MAX_CHARACTERS}
          {...form.getInputProps('reason')}
        />
        <DialogActions
          cancel={ADMIN_PAGE_TEXTS.cancel}
          onCancel={onClose}
          submit={ADMIN_PACK_TEXTS.save}
          isPending={changing.isPending}
          isDisabled={!form.isValid()}
        />
      </Stack>
    </form>
  )
}
