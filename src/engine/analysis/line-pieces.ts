// A line of a picture in pieces, each with its colour and its grain: paper in the light of a lamp is plain piece by piece, a photo is not.
import type { Planes } from '../image/planes.ts'
import type { Rect } from '../image/rect.ts'
import { PLAIN_LEVELS } from './plain-border.ts'

const PIECE_PX = 16
/** What pieces of the same ground have in common, 0–1: means of neighbours, means from end to end in the light of a lamp, and standard deviation within. */
export interface Ground {
  readonly near: number
  readonly lamp: number
  readonly grain: number
}
/** Noise and grain of 5 levels move the means of pieces by 1.8 from line to line, of a hundred by 5. */
export const PAPER: Ground = { near: 8 / 255, lamp: 24 / 255, grain: 8 / 255 }
/** By a program, or by a file without noise. */
export const DRAWN: Ground = { near: PLAIN_LEVELS / 255, lamp: PLAIN_LEVELS / 255, grain: 1 / 255 }

export interface Piece {
  readonly colour: readonly number[]
  /** Standard deviation of the channel in which it is largest. */
  readonly grain: number
}

/** One sample wide or high; what is left over at the end goes with the last piece. */
export function piecesOf(overview: Planes, { x, y, width, height }: Rect): Piece[] {
  const length = Math.max(width, height)
  const count = Math.max(1, Math.floor(length / PIECE_PX))
  const step = width > height ? 1 : overview.width
  const start = y * overview.width + x
  return Array.from({ length: count }, (_, i) => {
    const from = i * PIECE_PX
    const samples = i === count - 1 ? length - from : PIECE_PX
    return pieceOf([overview.r, overview.g, overview.b], start + from * step, step, samples)
  })
}

function pieceOf(channels: readonly Float32Array[], from: number, step: number, count: number): Piece {
  const seen = channels.map((channel) => {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < count; i++) {
      const value = channel[from + i * step]!
      sum += value
      squares += value * value
    }
    const mean = sum / count
    return { mean, grain: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
  })
  return {
    colour: seen.map(({ mean }) => mean),
    grain: Math.max(...seen.map(({ grain }) => grain)),
  }
}

/** Part of the pieces of a line that cannot be of the same ground as those beside them. */
export const unlikeShare = (pieces: readonly Piece[], beside: readonly Piece[], ground: Ground): number =>
  pieces.filter((piece, i) => piece.grain > ground.grain || !areNear(piece, beside[i]!, ground.near)).length /
  pieces.length

export const areNear = (one: Piece, other: Piece, within: number): boolean =>
  one.colour.every((value, c) => Math.abs(value - other.colour[c]!) <= within)
