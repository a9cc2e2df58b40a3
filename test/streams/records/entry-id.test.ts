import { expect, it } from 'vitest'
import { isEarlierId, compareIds } from '#src/streams/records/fold.ts'

it.each([
  ['1-0', '2-0', true],
  ['2-0', '1-0', false],
  ['1-0', '1-0', false],
  ['9-0', '10-0', true],
  ['10-0', '9-0', false],
  ['1-9', '1-10', true],
  ['1-10', '1-9', false],
  ['2-0', '1-10', false],
  ['1-10', '2-0', true],
  ['a', 'b', false],
  ['1-0', 'b', false],
  ['1', '2', false],
])('%s is before %s: %s', (a, b, expected) => {
  expect(isEarlierId(a, b)).toBe(expected)
})

it.each([
  ['1-0', '1-0', 0],
  ['1-0', '2-0', -1],
  ['10-0', '9-0', 1],
  ['1-10', '1-9', 1],
  ['1-0', 'b', undefined],
  ['0x1', '0x2', undefined],
])('%s against %s: %s', (a, b, sign) => {
  const order = compareIds(a, b)
  expect(order === undefined ? undefined : Math.sign(order)).toBe(sign)
})
