import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProfileForm } from '#src/features/profile/ProfileForm.tsx'

it('[PR-1] shows e-mail, name and a masked API key', () => {
  render(<ProfileForm email="ada@example.com" />)
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ada@example.com')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
  expect(screen.getByLabelText('API key')).toHaveProperty('type', 'password')
})

it('[PR-1] what cannot be saved cannot be entered, and the reason is said', () => {
  render(<ProfileForm email="ada@example.com" />)
  const REASON = 'Changing these details is not possible yet.'
  expect(screen.getByLabelText('E-mail')).toHaveProperty('readOnly', true)
  expect(screen.getByLabelText('Name')).toBeDisabled()
  expect(screen.getByLabelText('API key')).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Update Profile', description: REASON })).toBeDisabled()
  expect(screen.getByText(REASON)).toBeVisible()
})
