import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { redact, scrub } from '#src/lib/inspection/scrub.ts'

const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl'

describe('[IN-5] scrubbed values contain no secrets', () => {
  it.each([
    ['an e-mail address', { text: 'Hello ann.b+c@mail.example.org!' }, { text: 'Hello [e-mail]!' }],
    [
      'a token by its name',
      { access_token: 'abc', refreshToken: { a: 1 } },
      { access_token: '[hidden]', refreshToken: '[hidden]' },
    ],
    ['a token by its shape', [JWT], ['[token]']],
    ['a bearer header', 'Authorization: Bearer abc/def', 'Authorization: [token]'],
    [
      'a password',
      { credentials: { password: 'x' }, password: 'y' },
      { credentials: '[hidden]', password: '[hidden]' },
    ],
    ['an invitation code', { invitation_code: 'a', code: 'b' }, { invitation_code: '[hidden]', code: '[hidden]' }],
    [
      'what enrols a second factor, and what stands in for it',
      { uri: 'otpauth://totp/x', recovery_codes: ['abcd-efgh'], challenge: 'a' },
      { uri: '[hidden]', recovery_codes: '[hidden]', challenge: '[hidden]' },
    ],
    ['what an address carries', '/register?code=abc123&x=1 more', '/register?[hidden] more'],
    ['a long random identifier', 'session 0f8fad5bd9cb469fa16570867728950e', 'session [hidden]'],
  ])('%s', (_, value, shown) => {
    expect(scrub(value)).toEqual(shown)
  })

  it.each([
    ['a close code', { code: 1006, hasToken: true }, { code: 1006, hasToken: true }],
    [
      'stream keys and message ids',
      'market:btcusd:m1:analysis 1700000000000-12',
      'market:btcusd:m1:analysis 1700000000000-12',
    ],
    ['a failure', new TypeError('no answer'), 'TypeError: no answer'],
    ['what JSON cannot say', [Number.NaN, 1n, () => 1, undefined], ['NaN', '1', '[function]', '[undefined]']],
    ['maps and sets', { m: new Map([['a', 1]]), s: new Set([2]) }, { m: { a: 1 }, s: [2] }],
  ])('%s stays readable', (_, value, shown) => {
    expect(scrub(value)).toEqual(shown)
  })

  it('is bounded for any input', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    const long = { text: 'ab '.repeat(10_000), rows: Array.from({ length: 1_000 }, (_, row) => row), loop }
    const text = JSON.stringify(scrub(long))
    expect(text.length).toBeLessThan(1_500)
    expect(text).toContain('[940 more]')
    expect(text).toContain('[deeper]')
  })

  it('never lets a canary through, wherever it is placed', () => {
    const canary = fc.constantFrom('ann@example.org', JWT, `Bearer ${JWT}`)
    fc.assert(
      fc.property(
        fc.object({
          maxDepth: 4,
          values: [fc.string(), canary, fc.tuple(fc.lorem(), canary).map((parts) => parts.join(' '))],
        }),
        (value) => {
          const text = JSON.stringify(scrub(value))
          return !text.includes('ann@example') && !text.includes('eyJhbGci') && redact(text) === text
        },
      ),
    )
  })
})
