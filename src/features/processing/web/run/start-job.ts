// Starting a run so that nobody pays twice (C-43): one key per press. A press whose answer was lost keeps its key, for the
// repetitions made here and for the next press of the same run; the server answers a repeated key with the same job.
import { keepRequestKey } from '#platform/web/http/keep-request-key.ts'
import { isRefusal, repeatCall } from '#platform/web/http/repeat-call.ts'
import { edgeFailureText, FlowError } from '#rulebook/runs/flow-errors.ts'
import type { Job, StartJob } from '../../contract.ts'

export type StartRequest = Omit<StartJob, 'startKey'>
export type StartCall = (input: StartJob, options: { signal: AbortSignal }) => Promise<Job>

export function createJobStarter(start: StartCall) {
  const withKey = keepRequestKey()

  /** `onTryAgain` is called before each repetition, so that the page shows the wait. */
  return async function startJob(request: StartRequest, signal: AbortSignal, onTryAgain?: () => void): Promise<Job> {
    try {
      return await withKey(request, async (startKey) => {
        const call = () => start({ ...request, startKey }, { signal })
        const job = await repeatCall(call, { signal, onRepeat: onTryAgain })
        if (!job?.id) throw new FlowError('startFailed')
        return job
      })
    } catch (error) {
      throw failureOfStart(error)
    }
  }
}

/** A start without an answer of ours, in the documents' words (document 2 §8); what has a text of its own stays as it is. */
function failureOfStart(error: unknown): unknown {
  if (isRefusal(error)) return error
  const { status, name } = Object(error) as { status?: unknown; name?: unknown }
  if (typeof status === 'number') return new FlowError('edgeFunction', { message: edgeFailureText(status) })
  return name === 'TypeError' ? new FlowError('edgeFunction', { message: edgeFailureText(undefined) }) : error
}
