// What the HTML of a prerendered page says to the small script that serves it before its program runs (decision 0017): texts that this
// script fills in, which hydration leaves alone until the program knows the values itself, and buttons that open a file field or a panel.

/** Marks an element whose text has places such as `{name}`. */
export const PREHYDRATED_TEXT_ATTRIBUTE = 'data-prehydrated-text'
/** The same for an element's `aria-label`. */
export const PREHYDRATED_LABEL_ATTRIBUTE = 'data-prehydrated-label'
/** Names the file field that the button opens. */
export const OPENS_ATTRIBUTE = 'data-opens'

/** A button whose panel (`aria-controls`) is in the HTML, whole enough to be opened before the program runs. */
export const DISCLOSES_ATTRIBUTE = 'data-discloses'
/** A button that was pressed and answers once the program runs. */
export const AWAITED_ATTRIBUTE = 'data-awaited'

/** What a person must have for what the page offers. */
export const NEEDED_ATTRIBUTE = 'data-needed'

/** For an element whose only child is the text. */
export const prehydratedText = (template: string) => ({
  [PREHYDRATED_TEXT_ATTRIBUTE]: template,
  suppressHydrationWarning: true,
})
export const prehydratedLabel = (template: string) => ({
  [PREHYDRATED_LABEL_ATTRIBUTE]: template,
  suppressHydrationWarning: true,
})
export const needed = (amount: number) => ({ [NEEDED_ATTRIBUTE]: amount })
export const opensField = (id: string) => ({ [OPENS_ATTRIBUTE]: id })
export const disclosesPanel = () => ({ [DISCLOSES_ATTRIBUTE]: '' })
