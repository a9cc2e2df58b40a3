import { describe, expect, it } from 'vitest'
import { takeInvitationCode } from '#src/transport/session/invitation-code.ts'

function take(address: string) {
  const calls: unknown[][] = []
  const history = { state: { key: 'k' }, replaceState: (...call: unknown[]) => void calls.push(call) }
  return { code: takeInvitationCode({ location: { href: `https://pairbot.test${address}` }, history }), calls }
}

describe('the code of an invitation in the address bar', () => {
  it.each<[string, string | undefined, string]>([
    ['/register?code=0123456789abcdef', '0123456789abcdef', '/register'],
    // Codes that could be parsed as numbers.
    ['/register?code=00123456789012345678901234567890', '00123456789012345678901234567890', '/register'],
    ['/register?code=1e5', '1e5', '/register'],
    ['/register?a=1&code=x%26y&b=2#there', 'x&y', '/register?a=1&b=2#there'],
    ['/register?code=first&code=second', 'first', '/register'],
    ['/register?code=', undefined, '/register'],
    ['/register?code=%20', undefined, '/register'],
    [`/register?code=${'a'.repeat(5_000)}`, 'a'.repeat(128), '/register'],
  ])('[RG-4] is removed from %s', (address, code, left) => {
    expect(take(address)).toEqual({ code, calls: [[{ key: 'k' }, '', left]] })
  })

  it.each(['/register', '/signin?code=abc', '/register/more?code=abc', '/register?Code=abc', '/'])(
    '%s has none and stays as it is',
    (address) => {
      expect(take(address)).toEqual({ code: undefined, calls: [] })
    },
  )
})
