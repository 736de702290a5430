// A picture whose way to the service breaks off is not sent anew: its browser asks what has come, and sends the rest (decision 0249). The documents know
// whole uploads alone.

/** Chosen by the browser, the same for every try of one picture. */
export const UPLOAD_KEY_HEADER = 'upload-key'
/** How many bytes of the file came before; what follows them is in the body. */
export const UPLOAD_OFFSET_HEADER = 'upload-offset'
export const BEGUN_UPLOAD_PATH = '/api/uploads/begun'
export const isUploadKey = (key: string): boolean => /^[\w-]{16,64}$/.test(key)

/** A tunnel or a change of networks is over by then; the part of the picture that came is removed. */
const KEPT_MINUTES = 10
/** On the disk of one process: forty of 50 MB are 2 GB. `answers`: of pictures that came whole, in memory. */
export const BEGUN_UPLOADS = { perPerson: 8, all: 40, answers: 2000, keptMs: KEPT_MINUTES * 60_000 } as const
