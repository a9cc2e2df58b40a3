import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AdminSession } from '#contract/admin.ts'
import { groupSessions } from '#src/features/admin/sessions/groups.ts'
import { isLive, statusOf } from '#src/features/admin/sessions/status.ts'
import { aSession, chooseOption, ME, minutesAgo, openAdmin, optionsOf } from '#test/support/client/admin.tsx'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'

const PATH = '/admin/sessions'
const bob = (n: number, over: Partial<AdminSession> = {}) =>
  aSession(n, { user_id: 'bob', user_email: 'bob@pairbot.test', ...over })
const SEEN = [
  aSession(1),
  aSession(2, { last_activity_at: minutesAgo(10.5), ip_address: null }),
  bob(3, { is_revoked: true, last_activity_at: minutesAgo(200.5) }),
  aSession(4, { last_activity_at: minutesAgo(45.5) }),
]
const open = (sessions: readonly AdminSession[] = SEEN, path = PATH, total = sessions.length) =>
  openAdmin(path, { [`GET ${PATH}`]: () => ok({ sessions, total }) })
const groups = () =>
  within(screen.getByRole('list', { name: 'Sessions by user' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const table = (email: string) => screen.getByRole('table', { name: `Sessions of ${email}` })
const rows = (email: string) =>
  within(table(email))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

afterEach(() => vi.useRealTimers())

describe('[AS-30] session status', () => {
  const now = Date.parse('2026-01-05T08:00:00Z')
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

  it.each([
    [0, 'Active'],
    [4.99, 'Active'],
    [5, 'Idle'],
    [29.99, 'Idle'],
    [30, 'Inactive'],
  ])('%d minutes after the last activity it is %s', (minutes, status) => {
    expect(statusOf({ is_revoked: false, last_activity_at: at(minutes) }, now)).toBe(status)
  })

  it('a revoked session is Revoked regardless of its activity', () => {
    expect(statusOf({ is_revoked: true, last_activity_at: at(0) }, now)).toBe('Revoked')
  })

  it('counts sessions that are neither revoked nor expired as active', () => {
    const live = (is_revoked: boolean, left: number) => isLive({ is_revoked, expires_at: at(-left) }, now)
    expect([live(false, 1), live(false, 0), live(true, 1)]).toEqual([true, false, false])
  })

  it('groups keep list order, contain the matching sessions and count all', () => {
    const sessions = [
      aSession(1, { expires_at: at(-60) }),
      bob(2, { expires_at: at(-60) }),
      aSession(3, { expires_at: at(1) }),
      aSession(4, { expires_at: at(-60), is_revoked: true }),
    ]
    const shown = (filter: Parameters<typeof groupSessions>[1]) =>
      groupSessions(sessions, filter, now).map(({ email, sessions: matching, total, active }) => [
        email,
        matching.map(({ ip_address }) => ip_address?.slice(-1)).join(''),
        active,
        total,
      ])
    expect(shown({})).toEqual([
      ['eve@pairbot.test', '134', 1, 3],
      ['bob@pairbot.test', '2', 1, 1],
    ])
    expect(shown({ status: 'active' })).toEqual([
      ['eve@pairbot.test', '1', 1, 3],
      ['bob@pairbot.test', '2', 1, 1],
    ])
    expect(shown({ status: 'revoked' })).toEqual([['eve@pairbot.test', '4', 1, 3]])
    expect(shown({ search: 'BOB' })).toEqual([['bob@pairbot.test', '2', 1, 1]])
    expect(shown({ search: '113.3' })).toEqual([['eve@pairbot.test', '3', 1, 3]])
  })
})

describe('[AS-31] sessions by user', () => {
  it('are collapsed with their counts; Expand All and Collapse All', async () => {
    const { user } = await open()
    await screen.findByRole('list', { name: 'Sessions by user' })
    expect(groups()).toEqual(['eve@pairbot.test', 'bob@pairbot.test'])
    expect(screen.getAllByTitle('Active: neither revoked nor expired').map(({ textContent }) => textContent)).toEqual([
      '3 active3 total',
      '0 active1 total',
    ])
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Expand All' }))
    expect(screen.getAllByRole('table')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Collapse All' }))
    expect(screen.queryByRole('table')).toBeNull()
    const eve = screen.getByRole('button', { name: 'eve@pairbot.test' })
    await user.click(eve)
    expect(eve).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getAllByRole('table')).toHaveLength(1)
    await user.click(eve)
    expect(eve).toHaveAttribute('aria-expanded', 'false')
  })

  it('shows status, address, device and times of a session', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Expand All' }))
    expect(
      within(table('eve@pairbot.test'))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Status', 'IP', 'Device', 'Login Time', 'Last Activity', 'Expires', 'Actions'])
    expect(rows('eve@pairbot.test')).toEqual([
      [
        'Active',
        '203.0.113.1',
        'Chrome on Linux',
        '2 hours ago',
        '1 minute ago',
        'in 2h',
        'Revoke the session of eve@pairbot.test from 203.0.113.1',
      ],
      [
        'Idle',
        'Unknown',
        'Chrome on Linux',
        '2 hours ago',
        '10 minutes ago',
        'in 2h',
        'Revoke the session of eve@pairbot.test from Unknown',
      ],
      [
        'Inactive',
        '203.0.113.4',
        'Chrome on Linux',
        '2 hours ago',
        '45 minutes ago',
        'in 2h',
        'Revoke the session of eve@pairbot.test from 203.0.113.4',
      ],
    ])
    expect(rows('bob@pairbot.test')).toEqual([
      ['Revoked', '203.0.113.3', 'Chrome on Linux', '2 hours ago', '3 hours ago', expect.stringMatching(/^\d{4}-/), ''],
    ])
  })

  it('[AS-4] shows the loading, failed and empty states', async () => {
    const late = deferredResponse()
    const { backend, user } = await openAdmin(PATH, { [`GET ${PATH}`]: late.answer })
    await screen.findByText('Loading sessions...')
    late.respond(json(500, {}, 'Internal Server Error'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to load sessionsHTTP 500: Internal Server ErrorRetry',
    )
    backend.on(`GET ${PATH}`, () => ok({ sessions: [] }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('No sessions found')
  })

  it('shows fifty users, and more on demand', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      aSession(n, { user_id: `u${n}`, user_email: `u${n}@pairbot.test` }),
    )
    const { user } = await open(many)
    const more = await screen.findByRole('button', { name: 'Show 10 More Users' })
    expect(groups()).toHaveLength(50)
    await user.click(more)
    expect(groups()).toHaveLength(60)
  })
})

describe('[AS-76] links from a session to its user', () => {
  const LINKS = [
    '/admin/users?user=00000000-0000-4000-8000-000000000100',
    '/admin/security?email=eve%40pairbot.test&hours=168',
    '/admin/security?tab=audit&email=eve%40pairbot.test&hours=168',
  ]
  const linksIn = (element: HTMLElement) =>
    within(element)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))

  it('stand beside the card of each user', async () => {
    await open([aSession(1)])
    expect(linksIn(await screen.findByRole('list', { name: 'Sessions by user' }))).toEqual(LINKS)
  })

  it('stand in each row of the table, and lead there', async () => {
    const { user, page } = await open([aSession(1)], `${PATH}?view=table`)
    expect(linksIn(await screen.findByRole('table', { name: 'Sessions' }))).toEqual(LINKS)
    await user.click(screen.getByRole('link', { name: 'Audit log of eve@pairbot.test' }))
    await waitFor(() => expect(page.location()).toBe(LINKS[2]))
  })
})

describe('[AS-32] session filters', () => {
  it('keeps search and status in the address', async () => {
    const { user, page, calls } = await open()
    await screen.findByRole('list', { name: 'Sessions by user' })
    expect(await optionsOf(user, 'Status')).toEqual(['All Sessions', 'Active Only', 'Revoked Only'])
    await chooseOption(user, 'Status', 'Revoked Only')
    await waitFor(() => expect(groups()).toEqual(['bob@pairbot.test']))
    await user.type(screen.getByLabelText('Search (email or IP)'), 'eve')
    await screen.findByText('No sessions found')
    expect(page.location()).toBe(`${PATH}?status=revoked&search=eve`)
    // The list is complete, so the status is filtered in the client.
    expect(new Set(calls())).toEqual(new Set(['GET /sessions', 'GET /sessions?search=eve']))
  })

  it('[AS-33] the server filters a truncated list, and the screen says so', async () => {
    const { calls, user, page } = await open(SEEN, `${PATH}?status=active`, 20_000)
    await screen.findByText('The 4 sessions used last of 20,000 are listed and counted here.')
    expect(calls()).toEqual(['GET /sessions', 'GET /sessions?is_active=true'])
    await user.click(screen.getByRole('button', { name: 'Show All in a Table' }))
    await waitFor(() => expect(page.location()).toBe(`${PATH}?status=active&view=table`))
  })
})

describe('[AS-34] session actions', () => {
  const confirm = async (user: Awaited<ReturnType<typeof open>>['user'], question: string, button: string) => {
    const dialog = await screen.findByRole('alertdialog', { name: question })
    await user.click(within(dialog).getByRole('button', { name: button }))
  }

  it('Revoke asks for confirmation', async () => {
    const { user, calls, backend } = await open()
    backend.on(`DELETE ${PATH}/${SEEN[0]?.id}`, () => ok({}))
    await user.click(await screen.findByRole('button', { name: 'Expand All' }))
    const revoke = screen.getByRole('button', { name: 'Revoke the session of eve@pairbot.test from 203.0.113.1' })
    await user.click(revoke)
    await confirm(user, 'Revoke this session?', 'Cancel')
    expect(calls()).toEqual(['GET /sessions'])
    await user.click(revoke)
    await confirm(user, 'Revoke this session?', 'Revoke')
    await screen.findByText('Session revoked for eve@pairbot.test')
    expect(calls()).toEqual(['GET /sessions', `DELETE /sessions/${SEEN[0]?.id}`, 'GET /sessions'])
  })

  it('Force Logout All requires several sessions, one of them active', async () => {
    await open([
      aSession(1),
      aSession(2, { is_revoked: true }),
      bob(3),
      aSession(5, { user_id: 'x', user_email: 'x@pairbot.test', is_revoked: true }),
      aSession(6, { user_id: 'x', user_email: 'x@pairbot.test', is_revoked: true }),
    ])
    await screen.findByRole('list', { name: 'Sessions by user' })
    expect(screen.getAllByRole('button', { name: /^Force Logout All/ }).map(({ textContent }) => textContent)).toEqual([
      'Force Logout All sessions of eve@pairbot.test',
    ])
  })

  it('Force Logout All asks for confirmation and reports the count', async () => {
    const { user, backend } = await open()
    backend.on(`DELETE /admin/users/${SEEN[0]?.user_id}/sessions`, () => ok({ sessions_revoked: 3 }))
    await user.click(await screen.findByRole('button', { name: /^Force Logout All/ }))
    await confirm(user, 'Force logout from all sessions?', 'Force Logout All')
    expect(await screen.findByText('Revoked 3 session(s) for eve@pairbot.test')).toBeInTheDocument()
  })

  it('[AS-9] the own sessions are marked, and ending them warns first', async () => {
    const own = (n: number, isCurrent: boolean) =>
      aSession(n, { user_id: 'me', user_email: ME.email, is_current: isCurrent })
    const { user } = await open([own(1, true), own(2, false), bob(3), bob(4)])
    await user.click(await screen.findByRole('button', { name: 'Expand All' }))
    expect(groups()).toEqual([`${ME.email} You`, 'bob@pairbot.test'])
    expect(rows(ME.email).map(([status]) => status)).toEqual(['Active This session', 'Active'])
    const warningOf = async (button: string) => {
      await user.click(screen.getByRole('button', { name: button }))
      const { textContent } = await screen.findByRole('alertdialog')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      return /your own|signed out here/.test(textContent)
    }
    expect([
      await warningOf(`Revoke the session of ${ME.email} from 203.0.113.1`),
      await warningOf(`Revoke the session of ${ME.email} from 203.0.113.2`),
      await warningOf(`Force Logout All sessions of ${ME.email}`),
      await warningOf('Force Logout All sessions of bob@pairbot.test'),
    ]).toEqual([true, false, true, false])
  })

  it('Cleanup Old asks for confirmation and reports the count', async () => {
    const { user, backend } = await open()
    backend.on(`DELETE ${PATH}/cleanup`, () => ok({ deleted_count: 12 }))
    await screen.findByRole('list', { name: 'Sessions by user' })
    await user.click(screen.getByRole('button', { name: 'Cleanup Old' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('more than 7 days ago')
    await confirm(user, 'Clean up old sessions?', 'Cleanup Old')
    await screen.findByText('Cleaned up 12 old revoked session(s)')
  })

  const ACTS = [
    [
      'Revoke the session of eve@pairbot.test from 203.0.113.1',
      'Revoke',
      `DELETE ${PATH}/${SEEN[0]?.id}`,
      'Failed to revoke session',
    ],
    [
      'Force Logout All sessions of eve@pairbot.test',
      'Force Logout All',
      `DELETE /admin/users/${SEEN[0]?.user_id}/sessions`,
      'Failed to force logout',
    ],
    ['Cleanup Old', 'Cleanup Old', `DELETE ${PATH}/cleanup`, 'Failed to cleanup revoked sessions'],
  ] as const
  const REFUSALS = [['a message', { success: false, error: 'It is gone' }, 'It is gone']] as const
  const refused = ACTS.flatMap((act) => REFUSALS.map((refusal) => [...act, ...refusal] as const))
  it.each(refused)('[AS-35] HA-44 "%s" (%s, %s: %s) failing with %s shows the cause for 3 s', async (...given) => {
    const [button, yes, route, text, , body, why] = given
    const { user, backend } = await open()
    backend.on(route, () => json(200, body))
    await user.click(await screen.findByRole('button', { name: 'Expand All' }))
    await user.click(screen.getByRole('button', { name: button }))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: yes }))
    await screen.findByText(text)
    expect(screen.getByText(why)).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.queryByText(text)).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  })
})

describe('[AS-39] the table of all sessions', () => {
  it('is sorted, filtered and paged by the server', async () => {
    const { user, page, calls } = await open(SEEN, `${PATH}?status=revoked&search=eve`, 120)
    await user.click(await screen.findByText('Table'))
    await screen.findByText('Page 1 of 3 (120 total sessions)')
    expect(page.location()).toBe(`${PATH}?status=revoked&search=eve&view=table`)
    const header = screen.getByRole('columnheader', { name: 'Expires' })
    await user.click(within(header).getByRole('button'))
    await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'descending'))
    expect(calls().at(-1)).toBe('GET /sessions?page=1&page_size=50&is_revoked=true&search=eve&sort=-expires_at')
    expect(screen.getAllByRole('link', { name: 'eve@pairbot.test' })[0]).toHaveAttribute(
      'href',
      `/admin/users?user=${SEEN[0]?.user_id}`,
    )
  })

  it('[AS-72] several sessions are revoked, with a warning if one is the own', async () => {
    const own = aSession(1, { user_email: ME.email, is_current: true })
    const { user, backend } = await open([own, SEEN[2]!], `${PATH}?view=table`)
    backend.on(`DELETE ${PATH}/${own.id}`, () => ok({}))
    await user.click(await screen.findByLabelText('Select all rows of this page'))
    await user.click(within(screen.getByRole('region', { name: 'Selected rows' })).getByText('Revoke'))
    const question = await screen.findByRole('alertdialog', { name: 'Revoke 1 session?' })
    expect(question).toHaveTextContent('you are signed out here immediately')
    await user.click(within(question).getByText('Revoke'))
    await screen.findByText('1 of 2 done, 1 left out')
  })
})

describe('[AS-36] auto-refresh', () => {
  it('reloads every 30 s while it is on, which is the default', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const { user, calls } = await open()
    await screen.findByRole('list', { name: 'Sessions by user' })
    const box = screen.getByRole('checkbox', { name: 'Auto-refresh' })
    expect(box).toHaveProperty('checked', true)
    const requestCount = () => calls().length
    const before = requestCount()
    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(requestCount() - before).toBe(0)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await waitFor(() => expect(requestCount() - before).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await waitFor(() => expect(requestCount() - before).toBe(2))
    await user.click(box)
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(requestCount() - before).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(requestCount() - before).toBe(3))
  })
})
