// One key per request of a form or a press: whose answer was lost keeps it, and sent again the server answers the first one.
import { isRefusal } from './repeat-call.ts'
import { makeRequestKey } from './request-key.ts'

type WithKey = <Answer>(request: object, send: (key: string) => Promise<Answer>) => Promise<Answer>

/** Remembers one request at a time; a refusal is an answer, too. */
export function keepRequestKey(): WithKey {
  let unanswered: { readonly key: string; readonly request: string } | undefined
  return async (request, send) => {
    const asText = JSON.stringify(request)
    const key = unanswered?.request === asText ? unanswered.key : makeRequestKey()
    unanswered = { key, request: asText }
    // Not the key of a later request, which may be under way by now.
    const forget = () => {
      if (unanswered?.key === key) unanswered = undefined
    }
    try {
      const answer = await send(key)
      forget()
      return answer
    } catch (error) {
      if (isRefusal(error)) forget()
      throw error
    }
  }
}
