import { expect, it } from 'vitest'
import { addressText } from '#src/ui/format/device.ts'

it.each([
  [null, 'Unknown'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['172.32.0.1', '172.32.0.1'],
  ['127.0.0.1', '127.0.0.1 (this computer)'],
  ['::1', '::1 (this computer)'],
  ['::ffff:192.168.1.4', '::ffff:192.168.1.4 (local network)'],
  ['172.31.255.1', '172.31.255.1 (local network)'],
  ['10.0.0.1', '10.0.0.1 (local network)'],
  ['fd00::1', 'fd00::1 (local network)'],
])('[PR-5] %s is shown as %s', (address, text) => {
  expect(addressText(address)).toBe(text)
})
