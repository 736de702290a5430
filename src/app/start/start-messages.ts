// What a page with a deferred start and its program agree on (decision 0017).

/** Event of the window: the program has taken over the page, presses reach it from now on. */
export const STARTED_EVENT = 'huanying:started'
/** Element that names the program of the page, in `data-program` and `data-preload`. */
export const STARTER_ID = 'deferred-start'
/** On the document's element, before the program knows better: nobody is signed in here. */
export const VISITOR_ATTRIBUTE = 'visitor'
export const SIGNED_OUT = 'signed-out'
