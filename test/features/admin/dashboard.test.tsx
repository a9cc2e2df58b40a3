import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AdminOverview } from '#contract/admin.ts'
import { anInvitation, aSession, minutesAgo, openAdmin, users } from '#test/support/client/admin.tsx'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'

const tile = (name: string) =>
  within(screen.getByRole('list', { name: 'Statistics' }))
    .getByText(name)
    .closest('li')!

const answers = (failed: number) => ({
  'GET /admin/users': () => users([], 12_345),
  'GET /admin/sessions': () => ok({ sessions: [aSession(1)], total: 7 }),
  'GET /admin/invitations': () =>
    ok([anInvitation(1), anInvitation(2, { status: 'used' }), anInvitation(3), anInvitation(4, { status: 'revoked' })]),
  'GET /admin/login-attempts': () => ok({ attempts: [], total: failed }),
  'GET /admin/overview': () => ok(overview()),
})
const overview = (over: Partial<AdminOverview> = {}): AdminOverview => ({
  open_alerts: { low: 0, medium: 0, high: 0, critical: 0 },
  accounts_without_factor: { admins: 0, others: 0 },
  failed_sign_ins: Array.from({ length: 24 }, () => 0),
  failed_jobs: { backtests: 0, imports: 0, past_months: 0, models: 0 },
  trouble: [],
  last_backup: minutesAgo(120),
  ...over,
})
const row = (name: string) =>
  within(screen.getByRole('region', { name: 'System Overview' }))
    .getByText(name)
    .closest('li')!

describe('[AS-1] the admin dashboard', () => {
  it('runs four calls in parallel and shows their counts', async () => {
    const late = deferredResponse()
    const { calls } = await openAdmin('/admin/dashboard', { ...answers(3), 'GET /admin/users': late.answer })
    await screen.findByText('Loading dashboard stats...')
    await expect
      .poll(calls)
      .toEqual([
        'GET /users?page=1&page_size=1',
        'GET /sessions?is_active=true',
        'GET /invitations',
        'GET /login-attempts?success=false&hours_back=24',
        'GET /overview',
      ])
    late.respond(users([], 12_345))
    await screen.findByText('Total Users')
    expect(
      ['Total Users', 'Active Sessions', 'Pending Invitations', 'Failed Logins (24h)'].map(
        (name) => tile(name).textContent,
      ),
    ).toEqual(['Total Users12,345', 'Active Sessions7', 'Pending Invitations2', 'Failed Logins (24h)3'])
    expect(document.title).toBe('Pairbot · Admin Dashboard')
  })

  it.each([
    [0, 'success', 'Failed Logins (24h)0No failures'],
    [1, 'warning', 'Failed Logins (24h)1'],
    [10, 'warning', 'Failed Logins (24h)10'],
    [11, 'danger', 'Failed Logins (24h)11'],
  ])('[AS-2] %i failed logins are %s', async (failed, tone, text) => {
    await openAdmin('/admin/dashboard', answers(failed))
    await screen.findByText('Failed Logins (24h)')
    expect(tile('Failed Logins (24h)').dataset['tone']).toEqual(tone)
    expect(tile('Failed Logins (24h)').textContent).toBe(text)
  })

  it('counts the listed rows if the backend gives no total', async () => {
    await openAdmin('/admin/dashboard', {
      ...answers(0),
      'GET /admin/sessions': () => ok({ sessions: [aSession(1), aSession(2)] }),
    })
    await screen.findByText('Active Sessions')
    expect(tile('Active Sessions').textContent).toBe('Active Sessions2')
  })

  it('counts invitations beyond the listed ones', async () => {
    await openAdmin('/admin/dashboard', {
      ...answers(0),
      'GET /admin/invitations': () =>
        json(200, { success: true, data: [], counts: { pending: 1_001, used: 0, expired: 9, revoked: 0 } }),
    })
    await screen.findByText('Pending Invitations')
    expect(tile('Pending Invitations').textContent).toBe('Pending Invitations1,001')
  })

  it('[AS-3] links to the filtered screens', async () => {
    await openAdmin('/admin/dashboard', answers(1))
    await screen.findByText('Total Users')
    await screen.findByText('All accounts have one')
    const links = [
      'Create Invitation',
      'Manage Users',
      'View Sessions',
      'Security Alerts',
      'View security alerts',
      'View users without a second factor',
      'View failed logins',
      'View the streams',
    ].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(links).toEqual([
      '/admin/invitations?create=true',
      '/admin/users',
      '/admin/sessions',
      '/admin/security?tab=alerts',
      '/admin/security?tab=alerts',
      '/admin/users?factor=missing&status=active',
      '/admin/security?tab=attempts&outcome=failed',
      '/monitoring',
    ])
  })

  it('[AS-77] says what to look after, the worst first', async () => {
    await openAdmin('/admin/dashboard', {
      ...answers(1),
      'GET /admin/overview': () =>
        ok(
          overview({
            open_alerts: { low: 1, medium: 0, high: 2, critical: 1 },
            accounts_without_factor: { admins: 1, others: 1_204 },
            failed_sign_ins: [...Array.from({ length: 22 }, () => 0), 12, 3],
            trouble: ['market data: none for BTC/USD for 151 s'],
            failed_jobs: { backtests: 2, imports: 1, past_months: 3, models: 1 },
            last_backup: null,
          }),
        ),
    })
    await screen.findByText('1 critical, 2 high, 1 low')
    const rows = ['Security alerts', 'Second factor', 'Failed sign-ins', 'Server', 'Failed jobs', 'Backup'].map(row)
    expect(rows.map(({ textContent }) => textContent.trim())).toEqual([
      'Security alerts1 critical, 2 high, 1 lowView security alerts',
      'Second factorMissing for 1 Admin and 1,204 other accountsView users without a second factor',
      'Failed sign-ins15 in 24 hours, at most 12 in oneView failed logins',
      'Servermarket data: none for BTC/USD for 151 sView the streams',
      'Failed jobs2 backtests1 candle import3 months of the score-card1 model',
      'BackupNone yet: npm run backup',
    ])
    const tones = rows.map((item) => item.querySelector<HTMLElement>('[data-tone]')?.dataset['tone'])
    expect(tones).toEqual(['danger', 'warning', 'danger', 'danger', 'warning', 'warning'])
    expect([...within(row('Failed jobs')).getAllByRole('link')].map((link) => link.getAttribute('href'))).toEqual([
      '/trading/backtests',
      '/trading/backtests?show=import',
      '/score',
      '/dashboard?models=table',
    ])
  })

  it('[AS-77] says when nothing is to be done, and nothing of a backup that others make', async () => {
    const { last_backup: _, ...others } = overview({ failed_jobs: { backtests: 0 } })
    await openAdmin('/admin/dashboard', { ...answers(0), 'GET /admin/overview': () => ok(others) })
    await screen.findByText('None open')
    const rows = ['Security alerts', 'Second factor', 'Failed sign-ins', 'Server', 'Failed jobs'].map(row)
    expect(rows.map((item) => item.querySelector<HTMLElement>('[data-tone]')?.dataset['tone'])).toEqual([
      ...Array.from({ length: 4 }, () => 'success'),
      'neutral',
    ])
    // A gateway does not know of the others.
    expect(screen.getByText(/^No backtest in 24 hours/)).toBeInTheDocument()
    expect(screen.queryByText('Backup')).toBeNull()
  })

  it('[AS-8] links to the other screens and marks the current one', async () => {
    await openAdmin('/admin/dashboard', answers(1))
    const links = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link')
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Overview', '/admin/dashboard', 'page'],
      ['Users', '/admin/users', null],
      ['Invitations', '/admin/invitations', null],
      ['Sessions', '/admin/sessions', null],
      ['Security', '/admin/security', null],
    ])
  })

  it('[AS-4] shows message, cause and Retry if one call fails', async () => {
    const { backend, user } = await openAdmin('/admin/dashboard', {
      ...answers(1),
      'GET /admin/sessions': () => json(500, {}, 'Internal Server Error'),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to load dashboard statsHTTP 500: Internal Server ErrorRetry')
    backend.on('GET /admin/sessions', answers(1)['GET /admin/sessions'])
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Total Users')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[AS-4] a failed refresh keeps the counts and shows their load time', async () => {
    const { backend, user } = await openAdmin('/admin/dashboard', answers(1))
    await screen.findByText('Total Users')
    await screen.findByText('All accounts have one')
    backend.on('GET /admin/users', () => json(503, {}, 'Service Unavailable'))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(
      /^Failed to load dashboard statsHTTP 503: Service UnavailableShowing data from .* UTC\.Retry$/,
    )
    expect(tile('Total Users').textContent).toBe('Total Users12,345')
  })
})
