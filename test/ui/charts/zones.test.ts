import { expect, it } from 'vitest'
import { levelOf, zoneOpacity } from '#src/ui/charts/zones.ts'

it.each([
  ['Critical', 0.9, 0.27],
  ['Strong', 0.8, 0.24],
  ['Moderate', 0.6, 0.18],
  ['Weak', 0.4, 0.12],
  ['Unheard of', 0.3, 0.09],
  [undefined, 0.3, 0.09],
])('[CH-20] gives a %s level opacity %d and its zone %d', (strength, line, fill) => {
  const opacity = zoneOpacity(strength)
  expect(opacity.line).toBe(line)
  expect(opacity.fill).toBeCloseTo(fill, 12)
})

it('[CH-20] places the level in the middle of its zone unless it is known', () => {
  expect(levelOf({ id: 'a', kind: 'support', from: 10, to: 14 })).toBe(12)
  expect(levelOf({ id: 'a', kind: 'support', from: 10, to: 14, price: 13 })).toBe(13)
})
