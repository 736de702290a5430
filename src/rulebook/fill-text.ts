// Fills the {placeholders} of a quoted text, so that the texts can stand in the rulebook exactly as the documents write them.

/** Values for the placeholders of one text. */
export type TextData = Readonly<Record<string, unknown>>

/** `fillText('最大支持 {n}MB', { n: 10 })`; a placeholder without a value stays as it is. */
export const fillText = (text: string, data: TextData = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = data[key]
    return value === undefined || value === null ? placeholder : String(value)
  })
