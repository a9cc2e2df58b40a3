import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressKey, pathOf, readUpgrade } from '#server/gateway/upgrade-request.ts'

const request = (url: string, headers: Record<string, string> = {}) => ({ url, headers }) as unknown as IncomingMessage
const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'

describe('an upgrade request', () => {
  it('[GW-3] is read from its address and headers', () => {
    const url = `/ws/tdp?token=a%2Bb&batch=1&connection_id=${ID}&more=?x`

    expect(readUpgrade(request(url, { origin: 'http://a', cookie: 'c=1' }))).toEqual({
      path: '/ws/tdp',
      token: 'a+b',
      batched: true,
      connectionId: ID,
      origin: 'http://a',
      hasCookie: true,
    })
  })

  it('[GW-3] takes no parameter that is given twice', () => {
    const twice = ['token=a', 'batch=1', `connection_id=${ID}`].flatMap((one) => [one, one]).join('&')

    expect(readUpgrade(request(`/ws/tdp?${twice}`))).toEqual({
      path: '/ws/tdp',
      token: undefined,
      batched: false,
      connectionId: undefined,
      origin: undefined,
      hasCookie: false,
    })
  })

  it('[GW-2] has a path whatever stands in it', () => {
    expect(
      ['', '//evil.test/ws', '?token=x', 'http://other/ws/tdp', '/ws/tdp#a'].map((url) => pathOf(request(url))),
    ).toEqual(['', '//evil.test/ws', '', 'http://other/ws/tdp', '/ws/tdp#a'])
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
