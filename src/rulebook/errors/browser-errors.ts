// Errors in a browser that its person is not bothered with: where they were caught, and how much of them is recorded (P-26).
export const BROWSER_ERROR_PLACES = ['session-store', 'page'] as const
export type BrowserErrorPlace = (typeof BROWSER_ERROR_PLACES)[number]
export const BROWSER_ERROR_NAME_MAX_CHARACTERS = 100
export const BROWSER_ERROR_MESSAGE_MAX_CHARACTERS = 300
