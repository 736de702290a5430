// A settable wall clock for processes that are started under it: libfaketime, from Debian's package `faketime`. What counts
// elapsed seconds (timers, waits) is unaffected, as when a real clock is set.
import { chmodSync, globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface MovableClock {
  /** For processes that use this clock. */
  readonly env: Readonly<Record<string, string>>
  setBy(seconds: number): void
  remove(): void
}

const findLibrary = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** Why none can be had here; undefined when one can. */
export const whyNoMovableClock = (): string | undefined =>
  findLibrary() ? undefined : 'no libfaketime here (Debian: apt-get install faketime)'

export function openMovableClock(): MovableClock {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-clock-'))
  // Another user's database server reads it, too.
  chmodSync(folder, 0o755)
  const [file, next] = [join(folder, 'offset'), join(folder, 'next')]
  const setBy = (seconds: number): void => {
    writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    // Atomic: readers read it at every time call.
    renameSync(next, file)
  }
  setBy(0)
  return {
    env: {
      LD_PRELOAD: findLibrary() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    setBy,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
