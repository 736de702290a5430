import { SettingsError } from './settings-error.ts'

const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Whether the address is this machine itself, so that nothing crosses a network. */
export const isLoopback = (url: string): boolean => LOOPBACK_HOSTS.includes(new URL(url).hostname)

/** Whether what is sent there could be read on the way. */
export const goesInTheClear = (url: string): boolean => new URL(url).protocol === 'http:' && !isLoopback(url)

/** The address; throws SettingsError where `what` could be read on the way to it. */
export function demandTls(name: string, url: string, what: string): string {
  if (goesInTheClear(url)) throw new SettingsError(`${name} must be https: ${what} would travel readable otherwise.`)
  return url
}
