// What a page with a deferred start and its program agree on (decision 0017).

/** Event of the window: the program has taken over the page, presses reach it from now on. */
export const STARTED_EVENT = 'huanying:started'
/**
 * Element that names in `data-…` the `program` of the page, the `entry` that this runs last, the modules to `preload` before it, and
 * `when` it may start.
 */
export const STARTER_ID = 'deferred-start'
/** Values of `data-when`. */
export const FOR_A_PERSON = 'person'
export const AFTER_PAINT = 'paint'
/** On the document's element, before the program knows better: nobody is signed in here. */
export const VISITOR_ATTRIBUTE = 'visitor'
export const SIGNED_OUT = 'signed-out'
/** On the document's element once the program has taken over. */
export const PROGRAM_ATTRIBUTE = 'program'
export const RUNNING = 'running'
