// The rows of docs/spec/requirements.tsv.
import { readFileSync } from 'node:fs'

/** The lowest layer in which a test can prove a row, from low to high. */
export const LAYERS = ['pure', 'http', 'browser'] as const
export type Layer = (typeof LAYERS)[number]

export interface Row {
  readonly id: string
  /** The id without its number. */
  readonly area: string
  readonly requirement: string
  readonly layer: Layer
  readonly state: 'built' | 'open'
}

export function readRows(text = readFileSync('docs/spec/requirements.tsv', 'utf8')): Row[] {
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return lines.map((cells) => {
    const cell = (name: string) => cells[head!.indexOf(name)] ?? ''
    const [id, layer, state] = [cell('id'), cell('layer'), cell('state')]
    if (!LAYERS.includes(layer as Layer)) throw new Error(`${id}: no layer is called "${layer}"`)
    if (state !== 'built' && state !== 'open') throw new Error(`${id}: no state is called "${state}"`)
    return { id, area: id.replace(/-\d+$/, ''), requirement: cell('requirement'), layer: layer as Layer, state }
  })
}
