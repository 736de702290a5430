// What a suspended or banned account may not do, and whom to contact, under the navigation bar of every page (U-14). Loaded only for those.
import { IconLock } from '@tabler/icons-react'
import { OperatorFacts } from '#features/site/web/operator-facts.tsx'
import { START_GUARD_ERRORS } from '#rulebook/runs/start-guards.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import classes from './announcement-banner.module.css'

export default function AccountNotice({ restriction }: { readonly restriction: 'banned' | 'suspended' }) {
  return (
    <section className={classes.banner} aria-label={SHELL_TEXTS.accountNotice}>
      <IconLock size={18} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <div className={classes.text} role="status">
        {START_GUARD_ERRORS[restriction]}
        <OperatorFacts slot="contactAddress" />
      </div>
    </section>
  )
}
