// The parts of a tool page that nobody needs before a picture is chosen (docs/web-performance.md). They come as soon as the page has
// nothing better to do, so that no press waits for them, and a network that goes away later takes no message with it.
import { latePart } from '#platform/web/late-part.ts'
import { whenIdle } from '#platform/web/when-idle.ts'

export const sendingPicture = latePart(() => import('../picture/sending-picture.tsx'))
export const uploadProblem = latePart(() => import('../picture/upload-problem.tsx'))
export const uploadCalls = latePart(() => import('../picture/upload-picture.ts'))
export const heldArea = latePart(() => import('./held-area.tsx'))
export const runCalls = latePart(() => import('../run/run-calls.ts'))
export const panelNotices = latePart(() => import('../run/panel-notices.tsx'))
export const unknownModel = latePart(() => import('./unknown-model.tsx'))
export const compareView = latePart(() => import('../compare/compare-view.tsx'))
export const resultBar = latePart(() => import('../run/result-bar.tsx'))
export const parameterFields = latePart(() => import('../parameters/parameter-fields.tsx'))

const WANTED_SOON = [uploadCalls, sendingPicture, uploadProblem, heldArea, runCalls, panelNotices]

export const loadWhenIdle = (): (() => void) =>
  whenIdle(() => {
    for (const part of WANTED_SOON) part.load().catch(() => {}) // without a network: again when it is needed
  })
