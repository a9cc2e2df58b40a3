import { expect, it } from 'vitest'
import { newSecret, seal, unseal } from '#server/identity/secrets.ts'

const TEXT = 'the successor of a refresh token'

it('[ID-68] what was sealed is read with its own secret only', () => {
  const secret = newSecret()
  expect(unseal(seal(TEXT, secret), secret)).toBe(TEXT)
  expect(() => unseal(seal(TEXT, secret), newSecret())).toThrow()
})

it('[ID-68] every changed byte is noticed: nonce, tag and text', () => {
  const secret = newSecret()
  const sealed = seal(TEXT, secret)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte))
    expect(() => unseal(changed, secret)).toThrow()
  }
})

it('[ID-68] the same text is never sealed alike', () => {
  const secret = newSecret()
  expect(seal(TEXT, secret)).not.toEqual(seal(TEXT, secret))
})
