// Names of devices from real user-agent texts.
import { expect, it } from 'vitest'
import { coarseAddress, describeDevice } from './describe-device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Mobile/15E148 MicroMessenger/8.0`,
    '微信',
    'iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['curl/8.5.0', null, null],
  [null, null, null],
])('names %s', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system })
})

it.each([
  ['203.0.113.7', '203.0.*.*'],
  ['2001:db8:1:2::5', '2001:db8:*'],
  ['::1', null],
  [null, null],
])('keeps of the address %s the network only', (address, place) => {
  expect(coarseAddress(address)).toBe(place)
})
