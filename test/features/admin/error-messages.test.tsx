import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openAdmin, openAdminPage, users } from '#test/support/client/admin.tsx'
import { html, json, unreachable } from '#test/support/client/identity-service.ts'

const ROUTE = 'GET /admin/users'
const why = async () => {
  const [, cause] = (await screen.findByRole('alert')).querySelectorAll('p')
  return cause?.textContent
}

describe('[AS-5] the error message of a failed call', () => {
  it.each([
    ['403 with any body', () => json(403, { success: false, error: 'no' }), 'Access denied. Admin role required.'],
    ['a message of the service', () => json(422, { success: false, error: 'page is too large' }), 'page is too large'],
    ['a status only', () => json(500, {}, 'Internal Server Error'), 'HTTP 500: Internal Server Error'],
    ['a proxy in front of the service', () => html(502, 'Bad Gateway'), 'HTTP 502: Bad Gateway'],
    ['success: false with a message', () => json(200, { success: false, error: 'Not today' }), 'Not today'],
    ['success: false without a message', () => json(200, { success: false }), 'Request failed'],
    [
      'a response that breaks the contract',
      () => json(200, { success: true, data: { users: 'none' } }),
      'Request failed',
    ],
    ['no response', unreachable, 'No answer from the server'],
  ])('%s', async (_, answer, text) => {
    await openAdmin('/admin/users', { [ROUTE]: answer })
    expect(await why()).toBe(text)
  })

  const LOADS = [
    ['/admin/users', ROUTE, 'Failed to load users'],
    ['/admin/invitations', 'GET /admin/invitations', 'Failed to load invitations'],
    ['/admin/sessions', 'GET /admin/sessions', 'Failed to load sessions'],
    ['/admin/security', 'GET /admin/login-attempts', 'Failed to load security data'],
    ['/admin/security?tab=audit', 'GET /admin/audit-log', 'Failed to load security data'],
    ['/admin/security?tab=alerts', 'GET /admin/security-alerts', 'Failed to load security data'],
  ] as const
  it.each(LOADS)('[AS-4] HA-44 %s (%s) shows "%s" with Retry', async (path, route, text) => {
    const { user, backend } = await openAdmin(path, { [route]: () => json(200, { success: false }) })
    expect((await screen.findByRole('alert')).textContent).toBe(`${text}Request failedRetry`)
    const before = backend.count(route)
    await user.click(screen.getByText('Retry'))
    await waitFor(() => expect(backend.count(route)).toBe(before + 1))
  })

  it('a 401 refreshes the token and retries once, silently', async () => {
    let calls = 0
    const { backend } = await openAdmin('/admin/users', {
      [ROUTE]: () => ((calls += 1) === 1 ? json(401, {}) : users([])),
    })
    await screen.findByText('No users found')
    expect([calls, backend.count('POST /auth/refresh')]).toEqual([2, 1])
  })

  it('a failed retry shows only its status', async () => {
    let calls = 0
    await openAdmin('/admin/users', {
      [ROUTE]: () =>
        (calls += 1) === 1 ? json(401, {}) : json(500, { success: false, error: 'Boom' }, 'Internal Server Error'),
    })
    expect(await why()).toBe('HTTP 500: Internal Server Error')
  })

  it('a session that cannot be refreshed ends at /signin with the reason', async () => {
    const { page, backend } = await openAdminPage('/admin/users', { [ROUTE]: () => users([]) })
    await screen.findByText('No users found')
    backend.endSession()
    backend.on(ROUTE, () => json(401, {}))
    const { admin } = await page.services.loadSignedInServices()
    await (await admin()).users({ page: 1, page_size: 1 })
    await screen.findByLabelText('E-mail')
    expect(await screen.findByRole('alert')).toHaveTextContent('Session expired. Please login again.')
  })

  it('sends nothing without a token', async () => {
    const { page, browser, calls } = await openAdminPage('/admin/users', { [ROUTE]: () => users([]) })
    await screen.findByText('No users found')
    browser.items.clear()
    const before = calls().length
    const { admin } = await page.services.loadSignedInServices()
    const answer = await (await admin()).users({ page: 1, page_size: 1 })
    expect([answer, calls().length]).toEqual([{ ok: false, error: 'No access token available. Please login.' }, before])
  })
})
