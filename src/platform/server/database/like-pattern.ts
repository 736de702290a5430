/** A pattern for LIKE that finds this text anywhere; what LIKE reads as a wildcard is a letter of the text here. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
