import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openAdmin, users } from '#test/support/client/admin.tsx'
import { html, json, unreachable } from '#test/support/client/identity-service.ts'

const ROUTE = 'GET /admin/users'
const why = async () => {
  const [, cause] = (await screen.findByRole('alert')).querySelectorAll('p')
  return cause?.textContent
}

describe('[AS-5] the words of a call that failed', () => {
  it.each([
    [
      '403, whatever the body says',
      () => json(403, { success: false, error: 'no' }),
      'Access denied. Admin role required.',
    ],
    ['the text of the service', () => json(422, { success: false, error: 'page is too large' }), 'page is too large'],
    ['the bare status', () => json(500, {}, 'Internal Server Error'), 'HTTP 500: Internal Server Error'],
    ['something in front of the service', () => html(502, 'Bad Gateway'), 'HTTP 502: Bad Gateway'],
    ['success: false with words', () => json(200, { success: false, error: 'Not today' }), 'Not today'],
    ['success: false without any', () => json(200, { success: false }), 'Request failed'],
    ['an answer that is none', () => json(200, { success: true, data: { users: 'none' } }), 'Request failed'],
    ['nobody answers', unreachable, 'No answer from the server'],
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
  const UNSAID = [
    ['no error', { success: false }],
    ['an empty error', { success: false, error: '' }],
  ] as const
  const unsaid = LOADS.flatMap((load) => UNSAID.map((how) => [...load, ...how] as const))
  it.each(unsaid)('[AS-4] HA-44 %s (%s): "%s" with Retry, answered with %s', async (path, route, text, _, body) => {
    const { user, backend } = await openAdmin(path, { [route]: () => json(200, body) })
    expect((await screen.findByRole('alert')).textContent).toBe(`${text}Request failedRetry`)
    const asked = backend.count(route)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(backend.count(route)).toBe(asked + 1))
  })

  it('a 401 renews the token and tries once more, unseen', async () => {
    let calls = 0
    const { backend } = await openAdmin('/admin/users', {
      [ROUTE]: () => ((calls += 1) === 1 ? json(401, {}) : users([])),
    })
    await screen.findByText('No users found')
    expect([calls, backend.count('POST /auth/refresh')]).toEqual([2, 1])
  })

  it('a second try that fails says its status alone', async () => {
    let calls = 0
    await openAdmin('/admin/users', {
      [ROUTE]: () =>
        (calls += 1) === 1 ? json(401, {}) : json(500, { success: false, error: 'Boom' }, 'Internal Server Error'),
    })
    expect(await why()).toBe('HTTP 500: Internal Server Error')
  })

  it('a session that cannot be renewed leads to /signin with the reason', async () => {
    const { page, backend } = await openAdmin('/admin/users', { [ROUTE]: () => users([]) })
    await screen.findByText('No users found')
    backend.endSession()
    backend.on(ROUTE, () => json(401, {}))
    await (
      await page.services.loadSignedInServices()
    ).calls.admin({ path: '/admin/users', schema: (await import('zod/mini')).unknown() })
    await screen.findByLabelText('E-mail')
    expect((await screen.findByRole('alert')).textContent).toContain('Session expired. Please login again.')
  })

  it('without a token nothing is sent', async () => {
    const { page, browser, calls } = await openAdmin('/admin/users', { [ROUTE]: () => users([]) })
    await screen.findByText('No users found')
    browser.items.clear()
    const before = calls().length
    const { unknown } = await import('zod/mini')
    const answer = await (
      await page.services.loadSignedInServices()
    ).calls.admin({ path: '/admin/users', schema: unknown() })
    expect([answer, calls().length]).toEqual([
      { ok: false, failure: { kind: 'unauthenticated', text: 'No access token available. Please login.' } },
      before,
    ])
  })
})
