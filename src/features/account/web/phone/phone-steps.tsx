// Where the wizard stands: input, verify, success (document 1 §2, §4; PROFILE-11, VERIF-14).
import { PHONE_STEP_LABELS, PHONE_STEPS_TITLE } from '#rulebook/account/phone-texts.ts'
import { PHONE_WIZARD_STEPS, type PhoneWizardStep } from '#rulebook/account/verification-code.ts'
import classes from './phone-wizard.module.css'

export const PhoneSteps = ({ current }: { readonly current: PhoneWizardStep }) => (
  <ol className={classes.steps} aria-label={PHONE_STEPS_TITLE}>
    {PHONE_WIZARD_STEPS.map((step, index) => (
      <li key={step} className={classes.step} aria-current={step === current ? 'step' : undefined}>
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
        {PHONE_STEP_LABELS[step]}
      </li>
    ))}
  </ol>
)
