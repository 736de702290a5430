// A manual value, or what stands for it in automatic mode.

export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
