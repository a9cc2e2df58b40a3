import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aUser, openAdmin, users } from '#test/support/client/admin.tsx'
import { json } from '#test/support/client/identity-service.ts'

const ROUTE = 'GET /admin/users'
const REFUSED = () =>
  json(403, { success: false, error: 'Admins need a second factor here.', reason: 'factor_required' })

afterEach(() => vi.unstubAllGlobals())

describe('the admin area without the second factor that the server demands', () => {
  it('[AS-65] says what is missing and leads to it, in place of the screen', async () => {
    const { page, user } = await openAdmin('/admin/users', { [ROUTE]: REFUSED })
    expect(await screen.findByRole('heading', { name: 'Set Up a Second Factor First' })).toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Set Up a Second Factor' })
    expect(link).toHaveAttribute('href', '/profile/security')
    await user.click(link)
    expect(page.location()).toBe('/profile/security')
  })

  it('[AS-65] Try Again asks the server anew', async () => {
    const { backend, user } = await openAdmin('/admin/users', { [ROUTE]: REFUSED })
    await user.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument()
    backend.on(ROUTE, () => users([aUser(1)]))
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: 'Manage user1@pairbot.test' })).toBeInTheDocument()
  })

  it('[AS-65] another refusal leaves the screen, with its message', async () => {
    await openAdmin('/admin/users', { [ROUTE]: () => json(403, { success: false, error: 'Admin role required' }) })
    expect(await screen.findByText('Access denied. Admin role required.')).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Admin' })).toBeInTheDocument()
  })
})
