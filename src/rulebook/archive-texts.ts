// Names inside and of the archives that people download (P-10, U-16; document 2 §2 for the name of a single result).

/** `焕影-结果-2026-01-05.zip` */
export const RESULTS_ARCHIVE_NAME = '{product}-结果-{date}.zip'
