// What a browser gets to see of a picture: the size of its light version, and how long an address of it works.

/** Long side of the picture that browsers show; larger ones are scaled down for the screen only. */
export const VIEW_MAX_SIDE_PX = 4096

/** Life of a signed address. */
export const ADDRESS_LIFETIME_MS = 60 * 60_000
/** Until then a page uses the addresses that it has read; the rest of their life is for pictures that are loaded late. */
export const ADDRESS_FRESH_MS = 0.75 * ADDRESS_LIFETIME_MS
