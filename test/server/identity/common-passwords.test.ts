import { describe, expect, it } from 'vitest'
import { isCommonPassword, newPasswordProblem } from '#server/identity/passwords.ts'

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
    const problems = ['', 'password', 'Password', 'Password1', 'Correct-horse-7'].map((password) =>
      newPasswordProblem(password, 'grace@pairbot.test'),
    )
    expect(problems).toEqual([
      'Password is required',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password is too common. Please choose another one.',
      undefined,
    ])
  })
})

describe('guessable passwords', () => {
  it.each([
    ['Grace-horse-7', 'grace@pairbot.test'],
    ['xGRACE.hopper9', 'Grace.Hopper+trading@pairbot.test'],
    ['Ada@pairbot.test7', 'ada@pairbot.test'],
  ])('[ID-66] AB-49 %s contains the address %s', (password, email) => {
    expect(newPasswordProblem(password, email)).toBe('Password must not contain your email address')
  })

  it('[ID-66] AB-49 the name of the product is one, a short local part inside a word is none', () => {
    expect(newPasswordProblem('My-PairBot-7', 'ada@pairbot.test')).toBe('Password must not contain the name Pairbot')
    expect(newPasswordProblem('Canada-horse-7', 'ada@pairbot.test')).toBeUndefined()
  })
})
