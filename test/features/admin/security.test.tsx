import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  anAlert,
  anAttempt,
  anEntry,
  chooseOption,
  minutesAgo,
  openAdmin,
  optionsOf,
} from '#test/support/client/admin.tsx'
import { SCRIPT_NAMES } from '#test/support/data/script-texts.ts'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'

const PATH = '/admin/security'
const ATTEMPTS = 'GET /admin/login-attempts'
const AUDIT = 'GET /admin/audit-log'
const ALERTS = 'GET /admin/security-alerts'
const EVE = anEntry(1).user_id

const answers = {
  [ATTEMPTS]: () => ok({ attempts: [], total: 0 }),
  [AUDIT]: () => ok({ entries: [], total: 0 }),
  [ALERTS]: () => ok({ alerts: [] }),
}
type Answers = Parameters<typeof openAdmin>[1]
const open = (over: Answers = {}, path = PATH) => openAdmin(path, { ...answers, ...over })
const rows = () => screen.getAllByRole('row').slice(1)
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const RANGES = ['Last Hour', '6 Hours', '24 Hours', '3 Days', 'Last Week']

afterEach(() => vi.restoreAllMocks())

/** Saved files by name. */
function savedFiles() {
  const blobs: Blob[] = []
  const files: { name: string; type: string; text: Promise<string> }[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saved(this: HTMLAnchorElement) {
    const blob = blobs.at(-1)
    if (blob) files.push({ name: this.download, type: blob.type, text: blob.text() })
  })
  return files
}

describe('[AS-40] the tabs', () => {
  it('has three tabs, the selected one in the address', async () => {
    const { user, page } = await open()
    await screen.findByText('No login attempts found')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Login Attempts',
      'Audit Log',
      'Alerts',
    ])
    await user.click(screen.getByRole('tab', { name: 'Audit Log' }))
    await screen.findByText('No audit log entries found')
    expect(page.location()).toBe(`${PATH}?tab=audit`)
    await user.click(screen.getByRole('tab', { name: 'Alerts' }))
    await screen.findByText('No active security alerts')
    expect(screen.getByText('All systems operating normally')).toBeInTheDocument()
    expect(page.location()).toBe(`${PATH}?tab=alerts`)
    expect(document.title).toBe('Pairbot · Security')
  })

  it.each([
    ['attempts', ATTEMPTS, 'Loading login attempts...'],
    ['audit', AUDIT, 'Loading audit log...'],
    ['alerts', ALERTS, 'Loading security alerts...'],
  ])('[AS-4] %s shows the loading and failed states', async (tab, route, loading) => {
    const late = deferredResponse()
    const { backend, user } = await open({ [route]: late.answer }, `${PATH}?tab=${tab}`)
    await screen.findByText(loading)
    late.respond(json(500, {}, 'Internal Server Error'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to load security dataHTTP 500: Internal Server ErrorRetry',
    )
    backend.on(route, answers[route as keyof typeof answers])
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('[AS-41] every tab can be refreshed', async () => {
    const { user, calls } = await open()
    await screen.findByText('No login attempts found')
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(calls()).toHaveLength(2))
  })
})

describe('[AS-42] login attempts', () => {
  it('show time, e-mail, address, outcome and reason', async () => {
    await open({
      [ATTEMPTS]: () =>
        ok({
          attempts: [
            anAttempt(1),
            anAttempt(2, { success: true, failure_reason: null, ip_address: null, attempted_at: minutesAgo(90) }),
          ],
          total: 2,
        }),
    })
    await screen.findByRole('table', { name: 'Login attempts' })
    expect(headers()).toEqual(['Time', 'Email', 'IP', 'Status', 'Failure Reason'])
    expect(rows().map(cells)).toEqual([
      [
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d1 minute ago$/),
        'user1@pairbot.testSessions of user1@pairbot.test',
        '198.51.100.4',
        'Failed',
        'wrong password',
      ],
      [
        expect.stringMatching(/1 hour ago$/),
        'user2@pairbot.testSessions of user2@pairbot.test',
        'Unknown',
        'Success',
        '–',
      ],
    ])
    expect(within(rows()[0]!).getByTitle(/ UTC$/)).toBeInTheDocument()
  })

  it('[AS-76] link to the user and the sessions', async () => {
    await open({ [ATTEMPTS]: () => ok({ attempts: [anAttempt(1)], total: 1 }) })
    await screen.findByRole('table', { name: 'Login attempts' })
    expect(
      within(rows()[0]!)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/admin/users?search=user1%40pairbot.test', '/admin/sessions?search=user1%40pairbot.test'])
  })

  it('[AS-43] are filtered, with the filters in the address', async () => {
    const { user, page, calls } = await open()
    await screen.findByText('No login attempts found')
    expect(await optionsOf(user, 'Status')).toEqual(['All', 'Successful Only', 'Failed Only'])
    expect(await optionsOf(user, 'Time range')).toEqual(RANGES)
    expect(screen.getByRole('combobox', { name: 'Time range' }).textContent).toBe('24 Hours')
    await user.type(screen.getByLabelText('IP'), '203.0.113{Enter}')
    await user.type(screen.getByLabelText('Email'), 'eve{Enter}')
    await chooseOption(user, 'Status', 'Failed Only')
    await chooseOption(user, 'Time range', 'Last Week')
    await waitFor(() =>
      expect(calls().at(-1)).toBe(
        'GET /login-attempts?page=1&page_size=50&ip_address=203.0.113&email=eve&success=false&hours_back=168',
      ),
    )
    expect(calls()[0]).toBe('GET /login-attempts?page=1&page_size=50&hours_back=24')
    expect(page.location()).toBe(`${PATH}?ip=203.0.113&email=eve&outcome=failed&hours=168`)
    await chooseOption(user, 'Status', 'Successful Only')
    await waitFor(() => expect(calls().at(-1)).toContain('success=true'))
  })

  it('[AS-44] are listed in pages, with the page in the address', async () => {
    const { user, page, calls } = await open({ [ATTEMPTS]: () => ok({ attempts: [anAttempt(1)], total: 50_000 }) })
    await screen.findByText('Page 1 of 1000 (50000 total attempts)')
    await user.click(screen.getByText('Next'))
    await screen.findByText('Page 2 of 1000 (50000 total attempts)')
    expect(page.location()).toBe(`${PATH}?page=2`)
    expect(calls().at(-1)).toBe('GET /login-attempts?page=2&page_size=50&hours_back=24')
  })

  it('[AS-70] are exported as a whole, as the server sends them', async () => {
    const { user, calls } = await open({
      [ATTEMPTS]: () => ok({ attempts: [anAttempt(1)], total: 120_000 }),
      [`${ATTEMPTS}/export`]: () => new Response('id,email\r\n'),
    })
    await user.click(await screen.findByText('Export All'))
    const files = savedFiles()
    const [csv, json] = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    expect([csv, json].map((item) => item?.textContent)).toEqual([
      'CSVnewest 100,000 of 120,000 rows',
      'JSONnewest 100,000 of 120,000 rows',
    ])
    await user.click(csv!)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(calls().at(-1)).toBe('GET /login-attempts/export?hours_back=24&format=csv')
    expect([files[0]?.name, files[0]?.type, await files[0]?.text]).toEqual([
      expect.stringMatching(/^pairbot-login-attempts-[\dT-]+\.csv$/),
      'text/csv',
      'id,email\r\n',
    ])
  })

  it('[AS-45] are exported to a JSON file without a request', async () => {
    const attempts = [anAttempt(1)]
    const { user, calls } = await open({ [ATTEMPTS]: () => ok({ attempts, total: 5 }) })
    await screen.findByRole('table', { name: 'Login attempts' })
    const files = savedFiles()
    await user.click(screen.getByText('Export'))
    expect(files[0]?.name).toMatch(/^pairbot-login-attempts-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/)
    expect(JSON.parse((await files[0]?.text) ?? '')).toEqual({
      exported_at: expect.any(String),
      filter: { hours_back: 24 },
      total: 5,
      login_attempts: attempts,
    })
    expect(calls()).toHaveLength(1)
  })

  it.each(SCRIPT_NAMES)(
    '[AS-45] AB-23 of %j are exported as strict JSON only, under a file name without it',
    async (name) => {
      const attempts = [anAttempt(1, { email: name, failure_reason: name })]
      const { user } = await open({ [ATTEMPTS]: () => ok({ attempts, total: 1 }) })
      await screen.findByRole('table', { name: 'Login attempts' })
      const files = savedFiles()
      await user.click(screen.getByText('Export'))
      expect(files.map((file) => [file.type, file.name])).toEqual([
        ['application/json', expect.stringMatching(/^pairbot-login-attempts-[\dT-]+\.json$/)],
      ])
      const text = (await files[0]?.text) ?? ''
      const saved = JSON.parse(text) as { readonly login_attempts: unknown }
      expect(saved.login_attempts).toEqual(attempts)
      expect(JSON.stringify(saved, null, 2)).toBe(text)
    },
  )
})

describe('[AS-46] [AS-76] the audit log', () => {
  it('shows time, user e-mail and id, action, address, and details on demand', async () => {
    const { user } = await open(
      {
        [AUDIT]: () =>
          ok({
            entries: [
              anEntry(1, { target_email: 'bob@pairbot.test' }),
              anEntry(2, { user_id: null, user_email: null, ip_address: null }),
            ],
            total: 2,
          }),
      },
      `${PATH}?tab=audit`,
    )
    await screen.findByRole('table', { name: 'Audit log' })
    expect(headers()).toEqual(['Time', 'User', 'Action', 'IP', 'Details'])
    expect(rows().map((row) => cells(row).slice(1, 4))).toEqual([
      [
        `eve@pairbot.test${EVE}`,
        'eve@pairbot.test changed the role of bob@pairbot.test from Trader to Admin.user.role_changed',
        '198.51.100.4',
      ],
      ['System', expect.stringContaining('The server changed the role'), 'Unknown'],
    ])
    const [toggle] = screen.getAllByRole('button', { name: /^Details of user\.role_changed, / })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText(/"to": "Admin"/)).toBeNull()
    await user.click(toggle!)
    const details = await screen.findByText(/"to": "Admin"/)
    expect(JSON.parse(details.textContent)).toEqual({ from: 'Trader', to: 'Admin' })
    expect(
      within(details.closest('td')!)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['user.role_changed', EVE, '198.51.100.4', 'Trader', 'Admin'])
    for (const user of ['eve', 'bob'])
      expect(screen.getByRole('link', { name: `Sessions of ${user}@pairbot.test` })).toHaveAttribute(
        'href',
        `/admin/sessions?search=${user}%40pairbot.test`,
      )
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(rows()).toHaveLength(3)
    await user.click(toggle!)
    await waitFor(() => expect(screen.queryByText(/"to": "Admin"/)).toBeNull())
  })

  it('[AS-43] is filtered by user, action and time range', async () => {
    const { user, calls, page } = await open({}, `${PATH}?tab=audit`)
    await screen.findByText('No audit log entries found')
    expect(await optionsOf(user, 'Time range')).toEqual(RANGES)
    await user.click(screen.getByLabelText('User ID'))
    await user.paste(EVE!)
    await user.keyboard('{Enter}')
    await user.type(screen.getByLabelText('Action'), 'revoked{Enter}')
    await chooseOption(user, 'Time range', 'Last Hour')
    await waitFor(() =>
      expect(calls().at(-1)).toBe(`GET /audit-log?page=1&page_size=50&user_id=${EVE}&action=revoked&hours_back=1`),
    )
    expect(page.location()).toBe(`${PATH}?tab=audit&user=${EVE}&action=revoked&hours=1`)
  })

  it('[AS-43] is filtered by the e-mail of those who act and those concerned', async () => {
    const { user, calls, page } = await open({}, `${PATH}?tab=audit`)
    await user.type(await screen.findByLabelText('Email'), 'eve{Enter}')
    await waitFor(() => expect(calls().at(-1)).toBe('GET /audit-log?page=1&page_size=50&email=eve&hours_back=24'))
    expect(page.location()).toBe(`${PATH}?tab=audit&email=eve`)
  })

  it('[AS-43] an incomplete user id does not filter, and the field says so', async () => {
    const { calls } = await open({}, `${PATH}?tab=audit&user=0000-1`)
    await screen.findByText('Incomplete user id; all users are shown')
    await screen.findByText('No audit log entries found')
    expect(calls()).toEqual(['GET /audit-log?page=1&page_size=50&hours_back=24'])
  })

  it('[AS-45] is exported', async () => {
    const entries = [anEntry(1)]
    const { user } = await open({ [AUDIT]: () => ok({ entries }) }, `${PATH}?tab=audit`)
    await screen.findByRole('table', { name: 'Audit log' })
    const files = savedFiles()
    await user.click(screen.getByText('Export'))
    expect(files[0]?.name).toMatch(/^pairbot-audit-log-/)
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({ total: 1, audit_log: entries })
  })
})

describe('[AS-47] alerts', () => {
  const seen = [anAlert(1), anAlert(2, { severity: 'low', resolved: true, evidence: undefined })]
  const openAlerts = () => open({ [ALERTS]: () => ok({ alerts: seen }) }, `${PATH}?tab=alerts`)

  it('show description, severity, address, user and time; only open ones can be resolved', async () => {
    await openAlerts()
    await screen.findByRole('table', { name: 'Security alerts' })
    expect(headers()).toEqual(['', 'Alert', 'Severity', 'IP', 'Affected user email', 'Created', 'Actions'])
    expect(rows().map(cells)).toEqual([
      [
        '',
        'Alert 110 failed sign-ins within 15 minutes.2 login attempts',
        'high',
        '198.51.100.4',
        'eve@pairbot.test',
        expect.stringMatching(/3\d minutes ago$/),
        'Resolve Alert 1Details of Alert 1',
      ],
      [
        '',
        expect.stringMatching(/^Alert 2/),
        'low',
        '198.51.100.4',
        'eve@pairbot.test',
        expect.anything(),
        'ResolvedDetails of Alert 2',
      ],
    ])
    expect(screen.queryByText('No active security alerts')).toBeNull()
  })

  it('[AS-81] have what a phone does not show in their details', async () => {
    const { user } = await openAlerts()
    await user.click(await screen.findByRole('button', { name: 'Details of Alert 1' }))
    const details = rows()[1]!
    for (const text of [
      '10 failed sign-ins within 15 minutes.',
      '198.51.100.4',
      'eve@pairbot.test',
      '2 login attempts',
    ])
      expect(within(details).getByText(text)).toBeTruthy()
  })

  it('shows that all is well while no alert is open', async () => {
    await open({ [ALERTS]: () => ok({ alerts: [seen[1]] }) }, `${PATH}?tab=alerts`)
    await screen.findByText('No active security alerts')
    expect(rows()).toHaveLength(1)
  })

  it('[AS-71] are filtered and sorted by the server', async () => {
    const { user, calls, page } = await openAlerts()
    await screen.findByRole('table', { name: 'Security alerts' })
    await chooseOption(user, 'State', 'Open Only')
    const severity = screen.getByRole('columnheader', { name: 'Severity' })
    await user.click(within(severity).getByRole('button'))
    await waitFor(() => expect(page.location()).toBe(`${PATH}?tab=alerts&state=open&sort=-severity`))
    await waitFor(() =>
      expect(calls().at(-1)).toBe('GET /security-alerts?page=1&page_size=50&resolved=false&sort=-severity'),
    )
  })

  it('[AS-44] show the totals of their rows', async () => {
    const long = anAlert(3, { evidence_counts: { login_attempts: 200, audit_entries: 1 } })
    await open({ [ALERTS]: () => ok({ alerts: [long], total: 1_234 }) }, `${PATH}?tab=alerts`)
    await screen.findByText('Page 1 of 25 (1234 total alerts)')
    expect(screen.getByRole('link', { name: '200 login attempts' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '1 audit entry' })).toBeInTheDocument()
  })

  it('[AS-72] several are resolved at once', async () => {
    const list = [anAlert(1), anAlert(2)]
    const { user, backend, calls } = await open({ [ALERTS]: () => ok({ alerts: list }) }, `${PATH}?tab=alerts`)
    for (const { id } of list) backend.on(`POST /admin/security-alerts/${id}/resolve`, () => ok({}))
    await user.click(await screen.findByLabelText('Select all rows of this page'))
    await user.click(within(screen.getByRole('region', { name: 'Selected rows' })).getByText('Resolve'))
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Resolve'))
    await screen.findByText('2 of 2 done')
    expect(calls().slice(1)).toEqual(list.map(({ id }) => `POST /security-alerts/${id}/resolve`))
  })

  it('[AS-48] link to their rows, regardless of the filters, and back', async () => {
    const { user, page, calls } = await openAlerts()
    await user.click(await screen.findByRole('link', { name: '2 login attempts' }))
    await screen.findByText('Showing only the sign-ins behind one alert. Other filters are ignored.')
    expect(calls().at(-1)).toBe(`GET /login-attempts?page=1&page_size=50&hours_back=24&alert_id=${seen[0]?.id}`)
    await user.click(screen.getByRole('button', { name: 'Back to Alerts' }))
    await screen.findByRole('table', { name: 'Security alerts' })
    expect(page.location()).toBe(`${PATH}?tab=alerts`)
  })

  it('[AS-48] Show All lists the other rows', async () => {
    const { user, calls } = await open({}, `${PATH}?tab=audit&alert=${seen[0]?.id}`)
    await screen.findByText('Showing only the entries behind one alert. Other filters are ignored.')
    await user.click(screen.getByRole('button', { name: 'Show All' }))
    await waitFor(() => expect(calls().at(-1)).toBe('GET /audit-log?page=1&page_size=50&hours_back=24'))
  })

  it('[AS-49] Resolve resolves an alert and reports it', async () => {
    const { user, backend, calls } = await openAlerts()
    backend.on(`POST /admin/security-alerts/${seen[0]?.id}/resolve`, () => ok({}))
    await user.click(await screen.findByRole('button', { name: 'Resolve Alert 1' }))
    await screen.findByText('Resolved: Alert 1')
    const list = 'GET /security-alerts?page=1&page_size=50'
    expect(calls()).toEqual([list, `POST /security-alerts/${seen[0]?.id}/resolve`, list])
  })

  it('[AS-49] a backend without the call gives Request failed', async () => {
    const { user, backend } = await openAlerts()
    backend.on(`POST /admin/security-alerts/${seen[0]?.id}/resolve`, () => json(200, { success: false }))
    await user.click(await screen.findByRole('button', { name: 'Resolve Alert 1' }))
    await screen.findByText('Failed to resolve alert')
    expect(screen.getByText('Request failed')).toBeInTheDocument()
  })

  it('[AS-45] are exported', async () => {
    const { user } = await openAlerts()
    await screen.findByRole('table', { name: 'Security alerts' })
    const files = savedFiles()
    await user.click(screen.getByText('Export'))
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({
      total: 2,
      security_alerts: JSON.parse(JSON.stringify(seen)) as object[],
    })
  })
})
