// Downloads through a short-lived address. An address of this origin is asked first, so that a file that is gone says so
// here instead of replacing the page by an error; other origins (object storage) cannot be asked and are opened.
import { http } from '#platform/web/http/http-helper.ts'

/** Throws when the file cannot be had. */
export async function downloadFile(address: string): Promise<void> {
  const target = new URL(address, window.location.href)
  if (target.origin === window.location.origin) await assertReadable(target)
  const link = document.createElement('a')
  link.href = target.href
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

async function assertReadable(target: URL): Promise<void> {
  const control = new AbortController()
  const response = await http.get(target, { isOpen: true, headers: { range: 'bytes=0-0' }, signal: control.signal })
  control.abort() // the head is enough; the browser's own download reads the bytes
  if (!response.ok) throw new Error(`download answered ${response.status}`)
}
