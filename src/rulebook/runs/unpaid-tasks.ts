// What the operator pays at an outside provider although nobody pays here (C-13, C-54; decision 0228).

/** For one person, per day: results that came after the limit, and pictures removed while the provider worked on them. */
export const UNPAID_TASKS_PER_DAY = 3
