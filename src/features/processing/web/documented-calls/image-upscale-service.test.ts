import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccessTokenSource } from '#platform/web/http/api-headers.ts'
import type { ProcessingResponse } from '#rulebook/runs/processing-calls.ts'
import { SERVICE_FUNCTION_TYPES } from '#rulebook/runs/processing-calls.ts'
import { mapProcessingError } from '#rulebook/runs/provider-failures.ts'
import { type UpscaleOptions, upscaleImage } from './image-upscale-service.ts'

const BASE = 'https://service.example/functions/v1'
const RESULT_URL = 'https://storage.example/results/1.png?signature=x'
const PNG_BYTES = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]
const PNG = Buffer.from(PNG_BYTES).toString('base64')
const file = new File([new Uint8Array(70_000).fill(7)], 'photo.jpg', { type: 'image/jpeg' })
const fileBase64 = Buffer.alloc(70_000, 7).toString('base64')

/** Answers in the order of the calls; an error is a lost connection, a number a status without a body. */
type Reply = ProcessingResponse | Response | Error | number
const fetchMock = vi.fn<typeof fetch>()
const replies = (...list: Reply[]) => {
  for (const reply of list) {
    if (reply instanceof Error) fetchMock.mockRejectedValueOnce(reply)
    else if (typeof reply === 'number') fetchMock.mockResolvedValueOnce(new Response('', { status: reply }))
    else fetchMock.mockResolvedValueOnce(reply instanceof Response ? reply : Response.json(reply))
  }
}
const started = { success: true, taskId: 'task 1' }
const working = (progress: number) => ({ success: true, status: 'processing', progress }) as const
const completed = { success: true, status: 'completed', progress: 100, result: PNG } as const

/** A call whose outcome can be looked at after the timers have moved. */
function upscale(type: (typeof SERVICE_FUNCTION_TYPES)[number], options?: UpscaleOptions, signal?: AbortSignal) {
  const progress: number[] = []
  const tasks: string[] = []
  const callbacks = { onProgress: (n: number) => progress.push(n), onTask: (id: string) => tasks.push(id) }
  const answer = upscaleImage(file, type, callbacks, options, { base: BASE, signal })
  answer.catch(() => {})
  return { answer, progress, tasks }
}
const messageAfter = async (call: { answer: Promise<Blob> }, waitMs = 0) => {
  await vi.advanceTimersByTimeAsync(waitMs)
  return call.answer.then(
    () => 'no error',
    (error: Error) => error.message,
  )
}
const sentBody = (n = 0) => JSON.parse(fetchMock.mock.calls[n]![1]!.body as string) as Record<string, unknown>
const chinese = (message: string) => mapProcessingError(message).consumerText

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setAccessTokenSource(async () => 'token-1')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

describe('the call', () => {
  it('[PROC-13] [DATA-PROC-24] sends image, model, type and the parameters that are set, without model and credits', async () => {
    replies({ success: true, result: PNG })
    const options = { model: 'CGI', credits: 2, sharpen: 0.3, denoise: undefined, face_enhancement: false }
    await upscale('enhance', options).answer
    expect(fetchMock.mock.calls[0]![0]).toBe(`${BASE}/topaz-process`)
    expect(sentBody()).toEqual({
      image: fileBase64,
      model: 'CGI',
      functionType: 'enhance',
      params: { sharpen: 0.3, face_enhancement: false },
    })
  })

  it('[PROC-14] takes five short names and chooses call and name by the model (C-44)', async () => {
    expect(SERVICE_FUNCTION_TYPES).toEqual(['enhance', 'denoise', 'lighting', 'restore', 'sharpen'])
    const sentFor = async (type: (typeof SERVICE_FUNCTION_TYPES)[number], model?: string) => {
      fetchMock.mockReset()
      replies(started, completed)
      await upscale(type, { model }).answer.catch(() => {})
      return [String(fetchMock.mock.calls[0]![0]).split('/').at(-1), sentBody().functionType, sentBody().model]
    }
    expect(await sentFor('enhance')).toEqual(['topaz-process', 'enhance', 'Standard V2'])
    expect(await sentFor('denoise', 'Strong')).toEqual(['topaz-process', 'denoise', 'Strong'])
    expect(await sentFor('lighting', 'White Balance')).toEqual(['topaz-process', 'lighting', 'White Balance'])
    expect(await sentFor('restore')).toEqual(['topaz-process-async', 'restore-generative', 'Dust-Scratch'])
    const generative = ['topaz-process-async', 'enhance-generative', 'Recovery V2']
    expect(await sentFor('enhance', 'Recovery V2')).toEqual(generative)
    const superFocus = ['topaz-process-async', 'sharpen-generative', 'Super Focus V2']
    expect(await sentFor('sharpen', 'Super Focus V2')).toEqual(superFocus)
  })

  it('refuses a model of another type before anything is sent', async () => {
    expect(await messageAfter(upscale('denoise', { model: 'CGI' }))).toBe('unknown-model')
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

describe('the sync flow', () => {
  it('[PROC-15] answers the image of an address, fetched without our token, and counts 10, 30, 90, 100', async () => {
    replies(
      { success: true, resultUrl: RESULT_URL },
      new Response(new Uint8Array(PNG_BYTES), { headers: { 'content-type': 'image/png' } }),
    )
    const { answer, progress } = upscale('denoise')
    const image = await answer
    expect([image.type, [...new Uint8Array(await image.arrayBuffer())]]).toEqual(['image/png', PNG_BYTES])
    expect(fetchMock.mock.calls[1]).toEqual([RESULT_URL, { signal: undefined }])
    expect(progress).toEqual([10, 30, 90, 100])
  })

  it.each([
    ['a PNG', PNG, 'image/png'],
    ['the documented JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64'), 'image/jpeg'],
  ])('[PROC-15] answers %s of base64', async (_, result, type) => {
    replies({ success: true, result })
    const image = await upscale('denoise').answer
    expect([image.type, Buffer.from(await image.arrayBuffer()).toString('base64')]).toEqual([type, result])
  })

  it('[ERR-PROC-13] raises Edge Function error with what the function or the client says', async () => {
    replies(Response.json({ success: false, error: '积分不足' }, { status: 402 }), 502, new TypeError('lost'))
    expect(await messageAfter(upscale('denoise'))).toBe('Edge Function error: 积分不足')
    expect(await messageAfter(upscale('denoise'))).toMatch(/^Edge Function error: .*502/)
    const lost = await messageAfter(upscale('denoise'))
    expect(lost).toBe('Edge Function error: 无法连接处理服务，请检查网络后重试')
    expect(chinese(lost)).toBe('网络连接失败，请检查网络状态')
    expect(chinese('Edge Function error: 积分不足')).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-14] raises Processing failed, or the text that the service gives', async () => {
    replies({ success: false }, { success: false, error: '处理超时，请稍后重试' })
    expect(await messageAfter(upscale('denoise'))).toBe('Processing failed')
    expect(await messageAfter(upscale('denoise'))).toBe('处理超时，请稍后重试')
    expect(chinese('Processing failed')).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-16] raises Failed to download result from Storage with the status', async () => {
    replies({ success: true, resultUrl: RESULT_URL }, 404)
    const message = await messageAfter(upscale('denoise'))
    expect(message).toBe('Failed to download result from Storage: 404')
    expect(chinese(message)).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-17] raises No result data received from Edge Function', async () => {
    replies({ success: true })
    const message = await messageAfter(upscale('denoise'))
    expect(message).toBe('No result data received from Edge Function')
    expect(chinese(message)).not.toMatch(/[a-z]{3}/)
  })
})

describe('the async flow', () => {
  it('asks every 5 s and counts 5, 10, 15, then 15 + 0.8 × progress up to 95, 100', async () => {
    replies(started, working(0), working(50), working(100), completed)
    const { answer, progress, tasks } = upscale('restore')
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchMock.mock.calls[1]![0]).toBe(`${BASE}/topaz-process-async?taskId=task%201`)
    await vi.advanceTimersByTimeAsync(4999)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1 + 5000 + 5000)
    expect((await answer).type).toBe('image/png')
    expect(progress).toEqual([5, 10, 15, 15, 55, 95, 100])
    expect(tasks).toEqual(['task 1'])
  })

  it('[ERR-PROC-15] raises Failed to start processing without a success or a task', async () => {
    replies({ success: false }, { success: true })
    const messages = [await messageAfter(upscale('restore')), await messageAfter(upscale('restore'))]
    expect(messages).toEqual(Array(2).fill('Failed to start processing'))
    expect(chinese(messages[0]!)).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-14] raises Processing failed, or the text of a failed task', async () => {
    replies(started, { success: true, status: 'failed' }, started, { success: true, status: 'failed', error: '已取消' })
    expect(await messageAfter(upscale('restore'))).toBe('Processing failed')
    expect(await messageAfter(upscale('restore'))).toBe('已取消')
  })

  it('[ERR-PROC-18] raises Status check failed at the third failure in a row, each asked again after 2 s', async () => {
    replies(started, 500, 500, working(10), 500, new TypeError('lost'), 503)
    const call = upscale('restore')
    await vi.advanceTimersByTimeAsync(2000 + 2000)
    expect(fetchMock).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(5000 + 2000 + 1999)
    expect(fetchMock).toHaveBeenCalledTimes(6)
    const message = await messageAfter(call, 1)
    expect(message).toBe('Status check failed: 503')
    expect(fetchMock).toHaveBeenCalledTimes(7)
    expect(chinese(message)).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-19] raises Processing completed but no result received', async () => {
    replies(started, { success: true, status: 'completed', progress: 100 })
    const message = await messageAfter(upscale('restore'))
    expect(message).toBe('Processing completed but no result received')
    expect(chinese(message)).not.toMatch(/[a-z]{3}/)
  })

  it('[ERR-PROC-20] raises Processing timeout after 60 questions (C-13)', async () => {
    replies(started)
    fetchMock.mockImplementation(async () => Response.json(working(10)))
    const call = upscale('restore')
    await vi.advanceTimersByTimeAsync(300_000 - 1)
    expect(fetchMock).toHaveBeenCalledTimes(61)
    const message = await messageAfter(call, 1)
    expect(message).toBe('Processing timeout: task took too long to complete')
    expect(fetchMock).toHaveBeenCalledTimes(61)
    expect(chinese(message)).toBe('处理超时，请稍后重试')
  })

  it('ends at once when the caller gives up', async () => {
    replies(started, working(10))
    const leaving = new AbortController()
    const call = upscale('restore', {}, leaving.signal)
    await vi.advanceTimersByTimeAsync(1000)
    leaving.abort(new Error('left'))
    expect(await messageAfter(call)).toBe('left')
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })
})
