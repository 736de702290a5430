// From the net's likelihoods to the marks that are taken out: a mark is judged as a whole. Where it is sure somewhere, its fainter
// parts belong to it; where it is sure nowhere, it is left alone (document engine study §3.2 "Restore").

/** Likelihoods are stored in 255ths. */
export const CERTAIN = 255
/** Chosen on held-out training photographs (training/mark_loss.py), not on the bench. */
const PART_FROM = 0.35 * CERTAIN
const SURE_FROM = 0.8 * CERTAIN

/** 1 where a mark lies (one pixel of margin included), else 0. The whole picture at once: what is one mark never depends on tiles. */
export function marksOf(likelihood: Uint8Array, width: number, height: number): Uint8Array {
  const marks = new Uint8Array(likelihood.length)
  const stack: number[] = []
  for (let i = 0; i < likelihood.length; i++) {
    if (likelihood[i]! < SURE_FROM || marks[i]) continue
    marks[i] = 1
    stack.push(i)
    while (stack.length > 0) spread(stack.pop()!, likelihood, marks, width, height, stack)
  }
  return widened(marks, width, height)
}

function spread(at: number, likelihood: Uint8Array, marks: Uint8Array, width: number, height: number, stack: number[]) {
  const x = at % width
  const y = (at - x) / width
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const i = v * width + u
      if (marks[i] || likelihood[i]! < PART_FROM) continue
      marks[i] = 1
      stack.push(i)
    }
}

/** The margin of a mark is half mark, half picture: it goes too. */
export function widened(marks: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(marks.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!marks[y * width + x]) continue
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) out[v * width + u] = 1
    }
  return out
}
