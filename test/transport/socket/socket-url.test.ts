import { describe, expect, it } from 'vitest'
import { shownSocketUrl, socketUrl } from '#src/transport/socket/socket-url.ts'

describe('[CO-3] the address of a socket', () => {
  it.each([
    ['http://localhost:8080/dashboard?x=1#y', '/ws/tdp', 'ws://localhost:8080/ws/tdp?token=a+b%26c&batch=1'],
    ['https://pairbot.example/', '/ws/analytics', 'wss://pairbot.example/ws/analytics?token=a+b%26c&batch=1'],
    ['https://pairbot.example/', 'wss://feed.example/ws?v=2', 'wss://feed.example/ws?v=2&token=a+b%26c&batch=1'],
    ['https://pairbot.example/', 'https://feed.example/ws', 'wss://feed.example/ws?token=a+b%26c&batch=1'],
  ])('%s with %s', (page, path, expected) => {
    expect(socketUrl(page, path, 'a b&c')).toBe(expected)
  })

  it('omits a missing token, and hides it for display', () => {
    expect(socketUrl('http://h/', '/ws/tdp', undefined)).toBe('ws://h/ws/tdp?batch=1')
    expect(shownSocketUrl('https://h/', '/ws/tdp')).toBe('wss://h/ws/tdp?token=***&batch=1')
  })
})
