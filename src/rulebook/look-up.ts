// Looks a foreign key up in a table, so that words such as `constructor` find nothing.

/** The entry of this key, or undefined. */
export const lookUp = <Value>(
  table: Readonly<Record<string, Value>>,
  key: string | null | undefined,
): Value | undefined => (key !== null && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined)
