// What the HTML of a prerendered page says to the small script that serves it before its program runs (decision 0017): texts that this
// script fills in, which hydration leaves alone until the program knows the values itself, and buttons that open a file field.

/** Marks an element whose text has places such as `{name}`. */
export const PREHYDRATED_TEXT_ATTRIBUTE = 'data-prehydrated-text'
/** The same for an element's `aria-label`. */
export const PREHYDRATED_LABEL_ATTRIBUTE = 'data-prehydrated-label'
/** Names the file field that the button opens. */
export const OPENS_ATTRIBUTE = 'data-opens'

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
