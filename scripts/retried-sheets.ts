// The build's loader of lazy parts asks for a part's style sheet once: after a lost one the next try (platform/web/lazy-part.ts) took it for loaded, and the
// part was shown without it. Here what failed is forgotten, so that the next try asks again. Nonces, which no page of ours has, and what every
// browser served here has, leave the loader: every page brings it.
import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper/
/** As vite 8 writes them. */
const CHANGES = [
  ['(err) => {\n\t\tseen[href] = void 0;', '(err) => {\n\t\tdelete seen[href];'],
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
  ['promise = allSettled(', 'promise = Promise.allSettled('],
  ['const cspNonceMeta = document.querySelector("meta[property=csp-nonce]");', ''],
  ['const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");', ''],
  ['if (cspNonce) link.setAttribute("nonce", cspNonce);', ''],
] as const

export function forgetLostSheets(code: string): string {
  return CHANGES.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`The loader of lazy parts is another one: it has no ${from}`)
    return changed.replace(from, to)
  }, code)
}

export const retriedSheets = (): Plugin => ({
  name: 'retried-sheets',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: { filter: { id: HELPER }, handler: (code) => forgetLostSheets(code) },
})
