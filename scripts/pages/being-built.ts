// Where the browser side lies while it is built. The framework empties the folder that it builds into, and `build/` holds what running processes start their
// children from, and the pages that a process which starts meanwhile reads (decision 0255).
export const BEING_BUILT = process.env.PAGES_BEING_BUILT ?? 'build/pages-by-hand'
