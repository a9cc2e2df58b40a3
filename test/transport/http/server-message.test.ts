import { describe, expect, it } from 'vitest'
import { parseServerMessage } from '#src/transport/http/server-message.ts'

describe('[TR-4] HA-47 the server message', () => {
  it.each([
    ['text', { error: 'Wrong password' }, 'Wrong password'],
    ['detail text', { detail: 'Strategy not found' }, 'Strategy not found'],
    ['error before detail before message', { message: 'c', detail: 'b', error: 'a' }, 'a'],
    ['an empty error gives way', { error: '  ', message: 'c' }, 'c'],
    [
      'a validation list',
      { detail: [{ loc: ['body'], msg: 'Field required' }, { msg: 'Too long' }] },
      'Field required; Too long',
    ],
    ['a nested error', { error: { message: 'Inner' } }, 'Inner'],
    ['an object without words', { detail: { code: 7 } }, '{"code":7}'],
    ['an empty object', { detail: {} }, undefined],
    ['an empty list', { detail: [] }, undefined],
    ['a number', { detail: 7 }, undefined],
    ['markup', { detail: '<b>Bad</b> request' }, undefined],
    ['a whole page', { error: '<!doctype html><html></html>' }, undefined],
    ['markup within a list', { detail: [{ msg: '<img src=x>' }] }, undefined],
    ['comparison signs are no markup', { detail: 'minimum < maximum, 3 <4' }, 'minimum < maximum, 3 <4'],
    ['no object', 'Bad', undefined],
    ['nothing', null, undefined],
  ])('%s', (_, body, expected) => {
    expect(parseServerMessage(body)).toBe(expected)
  })

  it('is cut at 500 characters, a megabyte included', () => {
    const text = parseServerMessage({ detail: 'x'.repeat(1_000_000) })
    expect(text).toHaveLength(500)
    expect(text).toMatch(/^x{499}…$/)
    expect(parseServerMessage({ detail: 'y'.repeat(500) })).toBe('y'.repeat(500))
  })
})
