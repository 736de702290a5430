// The worker of the work before an SMS: the page stays responsive while it computes. One question, one answer.
import { type SendSmsSearch, searchNonce } from './send-sms-search.ts'

const STRIDE = 65_536

addEventListener('message', ({ data }: MessageEvent<SendSmsSearch>) => {
  for (let from = 0; ; from += STRIDE) {
    const nonce = searchNonce(data, from, STRIDE)
    if (nonce !== undefined) return postMessage(nonce)
  }
})
