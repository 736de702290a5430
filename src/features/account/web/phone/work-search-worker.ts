// The worker of the work before an SMS or a sign-up: the page stays responsive while it computes. One question, one answer.
import { searchNonce, type WorkSearch } from './work-search.ts'

const STRIDE = 65_536

addEventListener('message', ({ data }: MessageEvent<WorkSearch>) => {
  for (let from = 0; ; from += STRIDE) {
    const nonce = searchNonce(data, from, STRIDE)
    if (nonce !== undefined) return postMessage(nonce)
  }
})
