// Shapes and colours of a default avatar (P-20).

interface Drawing {
  readonly ground: string
  readonly shapes: readonly { readonly x: number; readonly y: number; readonly radius: number; readonly fill: string }[]
}

const GROUNDS = ['#d9eeea', '#e8eddc', '#dfe8f2', '#f3e6dc', '#ece4f0', '#e4ecec']
const FILLS = ['#389e8d', '#0b6b5e', '#8fa35a', '#5b84ad', '#c98657', '#8d72a5']
const SHAPES = 3

/** FNV-1a; spread well enough for colours and places. */
function hashOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash
}

/** The picture of a seed as data, in a square of 40 units. */
export function drawingOf(seed: string): Drawing {
  const pick = (salt: string, choices: number): number => hashOf(`${salt}:${seed}`) % choices
  return {
    ground: GROUNDS[pick('ground', GROUNDS.length)]!,
    shapes: Array.from({ length: SHAPES }, (_, index) => ({
      x: 6 + pick(`x${index}`, 29),
      y: 6 + pick(`y${index}`, 29),
      radius: 7 + pick(`radius${index}`, 11),
      fill: FILLS[pick(`fill${index}`, FILLS.length)]!,
    })),
  }
}
