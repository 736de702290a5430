// The tick under the terms and the privacy policy (decision 0056). Both open beside the page: what was typed stays.
import { Anchor, Checkbox } from '@mantine/core'
import { TERMS_TEXTS } from '#rulebook/account/terms.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

interface TermsCheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const TermsCheckbox = ({ checked, onChange }: TermsCheckboxProps) => (
  <Checkbox
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
    label={
      <>
        {TERMS_TEXTS.agree}
        <TermsLink path={PATHS.terms} title={PAGE_TITLES['terms-of-service']} />
        {TERMS_TEXTS.and}
        <TermsLink path={PATHS.privacy} title={PAGE_TITLES['privacy-policy']} />
      </>
    }
  />
)

const TermsLink = ({ path, title }: { readonly path: string; readonly title: string }) => (
  <Anchor href={path} target="_blank" underline="always" size="sm">
    {title}
  </Anchor>
)
