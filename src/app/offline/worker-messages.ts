// What page and service worker agree on.

export const WORKER_PATH = '/service-worker.js'
export const OFFLINE_PATH = '/offline.html'
/** Message to a waiting version: take over now. */
export const TAKE_OVER = 'take-over'
