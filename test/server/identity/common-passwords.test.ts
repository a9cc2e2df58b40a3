import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '#server/identity/common-passwords.ts'
import { newPasswordProblem } from '#server/identity/new-password.ts'

describe('common passwords', () => {
  it.each(['password', 'Password1', 'PASSW0RD', 'Qwerty123', 'Iloveyou1', 'Trustno1'])(
    '[ID-65] include %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['Correct-horse-7', 'password of my aunt', 'Password1Password1', ' Password1', '', 'Ab3defgh'])(
    '[ID-65] do not include "%s"',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  it('[ID-61] reports violations of the other rules first', () => {
    expect(['', 'password', 'Password', 'Password1', 'Correct-horse-7'].map(newPasswordProblem)).toEqual([
      'Password is required',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password is too common. Please choose another one.',
      undefined,
    ])
  })
})
