/** Whether a reader of Chinese was meant: anything else is never shown as it is. */
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
