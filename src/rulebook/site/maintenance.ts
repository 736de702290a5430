// What stays open while the service is closed for maintenance: signing in and the back office, or nobody could end it (document 2 §4; C-48).

const OPEN_PAGES = /^\/(login|auth\/|admin)/

export const isOpenInMaintenance = (path: string): boolean => OPEN_PAGES.test(path)

/** Told with the 503 to programs that come again by themselves. */
export const MAINTENANCE_RETRY_AFTER_SECONDS = 300
