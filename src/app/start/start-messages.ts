// What a page with a deferred start and its program agree on (decision 0017).

/** Event of the window: the program has taken over the page, presses reach it from now on. */
export const STARTED_EVENT = 'huanying:started'
/**
 * Element that names in `data-…` the `program` of the page, the `entry` that this runs last, the modules to `preload` before it, and
 * whom the page is `for`.
 */
export const STARTER_ID = 'deferred-start'
/** Values of `data-for`: pages that are whole for a visitor, and pages that are whole for somebody who is signed in. */
export const FOR_VISITORS = 'visitors'
export const FOR_MEMBERS = 'members'
/** On the document's element, before the program knows better: who is looking. */
export const VISITOR_ATTRIBUTE = 'visitor'
export const SIGNED_OUT = 'signed-out'
export const SIGNED_IN = 'signed-in'
/** On the document's element once the program has taken over. */
export const PROGRAM_ATTRIBUTE = 'program'
export const RUNNING = 'running'
/** Marks the round place of the face in the navigation bar. */
export const FACE_ATTRIBUTE = 'data-prehydrated-face'
