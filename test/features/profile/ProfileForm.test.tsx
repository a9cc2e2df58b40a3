import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ProfileForm } from '#src/features/profile/ProfileForm.tsx'

it('[PR-1] shows e-mail, name and a masked API key', () => {
  render(<ProfileForm email="ada@example.com" />)
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ada@example.com')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
  expect(screen.getByLabelText('API key')).toHaveProperty('type', 'password')
  expect(document.title).toBe('Pairbot · Profile')
})

it('[PR-1] Update Profile keeps the entered values and reports no success', async () => {
  render(<ProfileForm email="ada@example.com" />)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  const before = document.body.textContent
  const button = screen.getByRole('button', {
    name: 'Update Profile',
    description: 'Changes made here are not saved yet.',
  })
  await userEvent.tab()
  await userEvent.tab()
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada')
  expect(document.body.textContent).toBe(before)
})
