// One reading of a JPEG's structure for all who ask: as a decoder reads it, however oddly it is put together.
import { expect, it } from 'vitest'
import { jpegHeadSegments, jpegSegments } from './jpeg-segments.ts'
import { createMetadataBudget } from './metadata/metadata-budget.ts'
import { scanJpeg } from './metadata/scan-jpeg.ts'
import { stripJpeg } from './strip-jpeg.ts'

const START = [0xff, 0xd8]
const TABLE = [0xff, 0xdb, 0, 4, 7, 7]
const COMMENT = [0xff, 0xfe, 0, 6, 0x4c, 0x69, 0x4c, 0x65]
/** With a stuffed zero, a restart and fill bytes behind it. */
const SCAN = [0xff, 0xda, 0, 3, 1, 9, 0xff, 0, 9, 0xff, 0xd3, 9, 0xff, 0xff]
const END = [0xff, 0xd9]
const jpegOf = (...parts: number[][]) => Buffer.from([...START, ...parts.flat()])
const markersOf = (bytes: Buffer) => [...jpegSegments(bytes)].map(({ marker }) => marker)

it('fill bytes, markers without a length, stray bytes and what a scan holds are no segments', () => {
  const odd = jpegOf([0xff, 0xff], TABLE, [0xff, 1], [5, 6], COMMENT, SCAN, TABLE, SCAN, END, [1, 2])
  expect(markersOf(odd)).toEqual([0xdb, 0xfe, 0xda, 0xdb, 0xda, 0xd9])
  expect([...jpegHeadSegments(odd)].map(({ content }) => [...content])).toEqual([TABLE.slice(4), COMMENT.slice(4)])
})

it('a length that is too short or runs past the end does not stop the walk', () => {
  expect(markersOf(jpegOf([0xff, 0xe1, 0, 0], TABLE))).toEqual([0xe1, 0xdb])
  expect(markersOf(jpegOf([0xff, 0xe1, 0xff, 0xff, 1]))).toEqual([0xe1])
  expect(markersOf(jpegOf([0xff, 0xe1, 0]))).toEqual([])
})

it('a comment behind stray bytes counts, as a decoder keeps it', () => {
  const budget = createMetadataBudget()
  const before = budget.leftBytes
  scanJpeg(jpegOf(TABLE, [5, 6], COMMENT, SCAN, COMMENT, END), budget)
  expect(before - budget.leftBytes).toBe(6)
})

it('a comment between two scans goes, all else stays; stray bytes are left to the decoder', () => {
  const bytes = jpegOf(TABLE, SCAN, COMMENT, TABLE, SCAN, END, [1, 2])
  expect(stripJpeg(bytes)).toEqual(jpegOf(TABLE, SCAN, TABLE, SCAN, END))
  expect(stripJpeg(jpegOf(TABLE, [5], SCAN, END))).toBeUndefined()
})
