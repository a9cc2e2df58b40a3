import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressKey, clientAddress, parseUpgrade, pathOf } from '#server/gateway/handshake/upgrade-handler.ts'
import { EVERYTHING } from '#server/gateway/protocol/selection.ts'

const request = (url: string, headers: Record<string, string> = {}) => ({ url, headers }) as unknown as IncomingMessage
const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'

describe('an upgrade request', () => {
  it('[GW-3] is parsed from its URL and headers', () => {
    const url = `/ws/tdp?token=a%2Bb&batch=1&connection_id=${ID}&pairs=ETHUSD&timeframe=1h&more=?x`

    expect(parseUpgrade(request(url, { origin: 'http://a', cookie: 'c=1' }))).toEqual({
      path: '/ws/tdp',
      token: 'a+b',
      batched: true,
      selection: { pairs: new Set(['ETHUSD']), timeframes: new Set(['H1']), key: 'H1 ETHUSD' },
      connectionId: ID,
      origin: 'http://a',
      hasCookie: true,
    })
  })

  it('[GW-3] ignores parameters given twice', () => {
    const twice = ['token=a', 'batch=1', 'pairs=ETHUSD', 'timeframe=1h', `connection_id=${ID}`]
      .flatMap((one) => [one, one])
      .join('&')

    expect(parseUpgrade(request(`/ws/tdp?${twice}`))).toEqual({
      path: '/ws/tdp',
      token: undefined,
      batched: false,
      selection: EVERYTHING,
      connectionId: undefined,
      origin: undefined,
      hasCookie: false,
    })
  })

  it('[GW-2] has a path for any URL', () => {
    expect(
      ['', '//evil.test/ws', '?token=x', 'http://other/ws/tdp', '/ws/tdp#a'].map((url) => pathOf(request(url))),
    ).toEqual(['', '//evil.test/ws', '', 'http://other/ws/tdp', '/ws/tdp#a'])
  })
})

describe('the address of a client', () => {
  const from = (forwarded: string | undefined, remoteAddress: string | undefined) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage

  it.each([
    ['203.0.113.66, 198.51.100.9', false, '10.0.0.1'],
    ['203.0.113.66, 198.51.100.9', true, '198.51.100.9'],
    ['2001:db8::1', true, '2001:db8::1'],
    ['198.51.100.9, made-up', true, '10.0.0.1'],
    ['', true, '10.0.0.1'],
    [undefined, true, '10.0.0.1'],
  ])('[ID-25] S8 of X-Forwarded-For %j, believed: %s, it is %s', (forwarded, trustProxy, address) => {
    expect(clientAddress(from(forwarded, '10.0.0.1'), trustProxy)).toBe(address)
  })

  it('[ID-25] is unknown for a closed socket', () => {
    expect(clientAddress(from(undefined, undefined), true)).toBe('unknown')
  })
})

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('[GW-6] %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
