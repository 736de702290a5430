// Limits per address depend on this: no caller may choose its own address.
import { describe, expect, it } from 'vitest'
import { createClientAddressOf, isPrivateAddress, isPublicAddress, networkOf } from './client-address.ts'

describe('client address', () => {
  it.each([
    ['nobody is trusted', [], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a proxy is trusted', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a chain of proxies', ['10.0.0.0/8'], '10.0.0.1', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
    ['a forged hop before the real one', ['10.0.0.1'], '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['a hop that is no address', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['an IPv4 caller on a socket of both families', ['10.0.0.1'], '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  ])('when %s', (_, trusted, socket, forwarded, expected) => {
    expect(createClientAddressOf(trusted)(socket, forwarded)).toBe(expected)
  })

  it('distinguishes private from public addresses', () => {
    expect(['127.0.0.1', '192.168.1.1', '::1', 'fe80::1'].map(isPrivateAddress)).toEqual([true, true, true, true])
    expect(['8.8.8.8', '2001:db8::1', '', 'x'].map(isPrivateAddress)).toEqual([false, false, false, false])
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7', '203.0.113.7'],
    ['', ''],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

it('knows what no stranger may make this service ask, however it is written', () => {
  const inner = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255', '224.0.0.1']
  const innerV6 = [
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
  ]
  expect([...inner, ...innerV6, 'x', ''].filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPublicAddress)).toHaveLength(3)
})
