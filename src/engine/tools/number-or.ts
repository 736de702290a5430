// A manual value, or its default in automatic mode.

export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
