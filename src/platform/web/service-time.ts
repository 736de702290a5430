// Days and moments as pages write them: in the service's zone, wherever the reader sits (U-19). The server names one that is not the default
// in every page (`inZone`).
import { dayOf, momentText } from '#rulebook/site/calendar.ts'

const zone = (): string | undefined => document.documentElement.dataset.timeZone

/** `2025-08-12`. */
export const serviceDay = (at: string): string => dayOf(Date.parse(at), zone())

/** `2025-08-12 14:05`. */
export const serviceMoment = (at: string | number): string => momentText(new Date(at).getTime(), zone())
