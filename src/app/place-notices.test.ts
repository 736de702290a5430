import { expect, it } from 'vitest'
import { coveredBy, placeOf } from './place-notices.ts'

const NOTICE = { width: 440, height: 80 }
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const ON_PHONE = { width: 328, height: 80 }

it('stands in its corner where nothing can be pressed', () => {
  expect(placeOf(NOTICE, WIDE, [])).toEqual({ left: 984, top: 16 })
  expect(placeOf(ON_PHONE, PHONE, [])).toEqual({ left: 16, top: 644 })
})

it('goes down the edge below the bar, on a phone up above it, and touches neither', () => {
  const account = { left: 1300, top: 12, width: 120, height: 40 }
  expect(placeOf(NOTICE, WIDE, [account])).toEqual({ left: 984, top: 64 })
  const start = { left: 16, top: 670, width: 328, height: 50 }
  expect(placeOf(ON_PHONE, PHONE, [start])).toEqual({ left: 16, top: 580 })
})

it('leaves an edge that is full of controls', () => {
  const panel = { left: 1000, top: 0, width: 430, height: 900 }
  const found = placeOf(NOTICE, WIDE, [panel])
  expect(coveredBy({ ...found, ...NOTICE }, [panel])).toBe(0)
})

it('where everything can be pressed it hides the edge of a large field, and no button', () => {
  const field = { left: 0, top: 0, width: 360, height: 400 }
  const buttons = Array.from({ length: 5 }, (_, at) => ({ left: 16, top: 410 + at * 66, width: 328, height: 60 }))
  const found = placeOf(ON_PHONE, PHONE, [field, ...buttons])
  expect(coveredBy({ ...found, ...ON_PHONE }, buttons)).toBe(0)
})

it('a window that is lower than the notices shows their beginning', () => {
  expect(placeOf({ width: 328, height: 900 }, PHONE, [])).toEqual({ left: 16, top: 16 })
})
