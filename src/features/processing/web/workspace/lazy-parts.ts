// The parts of a tool page that nobody needs before a picture is chosen (docs/web-performance.md). They come as soon as the page has
// nothing better to do, so that no press waits for them, and a network that goes away later takes no message with it.
import { lazyPart } from '#platform/web/lazy-part.ts'
import { whenIdle } from '#platform/web/when-idle.ts'

export const sendingPicture = lazyPart(() => import('../picture/sending-picture.tsx'))
export const uploadProblem = lazyPart(() => import('../picture/upload-problem.tsx'))
export const uploadCalls = lazyPart(() => import('../picture/upload-picture.ts'))
export const currentPictureArea = lazyPart(() => import('./current-picture-area.tsx'))
export const runCalls = lazyPart(() => import('../run/run-calls.ts'))
export const panelNotices = lazyPart(() => import('../run/panel-notices.tsx'))
export const quoteNote = lazyPart(() => import('../quote/quote-note.tsx'))
export const unknownModel = lazyPart(() => import('./unknown-model.tsx'))
export const compareView = lazyPart(() => import('../compare/compare-view.tsx'))
export const resultBar = lazyPart(() => import('../run/result-bar.tsx'))
export const panelParts = lazyPart(() => import('../parameters/panel-parts.ts'))
export const parameterFields = lazyPart(() => import('../parameters/parameter-fields.tsx'))

const WANTED_SOON = [uploadCalls, sendingPicture, uploadProblem, currentPictureArea, runCalls, panelNotices, panelParts]

export const loadWhenIdle = (): (() => void) =>
  whenIdle(() => {
    for (const part of WANTED_SOON) part.load().catch(() => {}) // without a network: again when it is needed
  })
