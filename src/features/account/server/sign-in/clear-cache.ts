// What a browser is sent when a sign-in in it has ended: the pictures that the person looked at leave its HTTP cache (decision 0221).

const HEADER = 'clear-site-data'
const CACHE = '"cache"'

export const clearCache = (headers: Headers | undefined): void => headers?.set(HEADER, CACHE)
