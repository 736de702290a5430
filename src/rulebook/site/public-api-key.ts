// How the browser side names itself in the `apikey` header (document 1 §7; it protects nothing). Another name is written into pages as they are served: the
// folder or image that they were built in need not know it.
import { escapeHtml } from '../escape-html.ts'

export const PUBLIC_API_KEY = 'huanying-web'

/** A header carries it. Read by `platform/web/http/api-headers.ts` as `dataset.apiKey`. */
export const fillApiKey = (html: string, key: string): string =>
  key === PUBLIC_API_KEY ? html : html.replace(/<html\b/, () => `<html data-api-key="${escapeHtml(key)}"`)
