import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { page } from 'vitest/browser'
import { INVITED, json, ok, SIGN_IN, type ReceivedRequest } from '#test/support/client/identity-service.ts'
import type { Role } from '#contract/roles.ts'
import type { ReactElement } from 'react'
import { ModelManager } from '#src/features/models/ModelManager.tsx'
import { ModelsPanel } from '#src/features/models/ModelsPanel.tsx'
import { TopBar } from '#src/features/shell/TopBar.tsx'
import { INITIAL_CONTEXT } from '#src/machines/models/types.ts'
import { OverlayProvider, useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import '#src/ui/theme/fonts.css'
import '#src/ui/theme/global.css.ts'
import '#src/ui/theme/color.css.ts'
import { anAlert, anAttempt, anEntry, anInvitation, aSession, aUser, users } from '#test/support/client/admin.tsx'
import { fakeModelsApi, listed, modelDetails, refused } from '#test/support/client/models-api.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'
import { connectionSummary, market } from '#test/support/client/shell.ts'
import { misfits } from '#test/support/client/text-fit.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'
import { STRANGE_TEXTS } from '#test/support/data/hostile-texts.ts'
import * as sample from '#test/support/data/strategy-samples.ts'

// The first screen waits for its modules, longer than the second that is the default.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n', 1)[0]) })

const LONG = 'W'.repeat(500)
const EMAIL = `${'w'.repeat(64)}@${'sub-domain.'.repeat(12)}example.org`
const WIDTHS = inject('everyWidth') ? [360, 1440] : [360]

/** One row of a list for each text. */
const rowsOf = <T,>(row: (text: string, n: number) => T): T[] => STRANGE_TEXTS.map((text, n) => row(text, n + 1))

type Answers = Record<string, (request: ReceivedRequest) => Response>

/** Opens a page, with these answers, as someone whose address is as long as allowed. */
async function openPage(path: string, answers: Answers = {}, role: Role = 'Admin') {
  const world = createClientWorld({ email: EMAIL, role, username: LONG })
  for (const [route, answer] of Object.entries(answers)) world.backend.on(route, answer)
  const opened = world.open(`/signin?redirect=${encodeURIComponent(path)}`)
  await screen.findByLabelText('E-mail')
  opened.services.sessionCommands.signIn({ ...SIGN_IN, email: EMAIL })
  await screen.findByRole('button', { name: 'Logout', hidden: true })
}
const press = async (name: string | RegExp) => fireEvent.click((await screen.findAllByRole('button', { name }))[0]!)
const show = (element: ReactElement) => void render(<OverlayProvider>{element}</OverlayProvider>)

function Overlays() {
  const { dialogs, toasts } = useOverlays()
  return (
    <button
      type="button"
      onClick={() => {
        toasts.error(LONG, LONG)
        toasts.success(EMAIL)
        void dialogs.confirm({ title: LONG, text: `${LONG}\n${EMAIL}`, confirmText: 'Delete' })
      }}
    >
      Open
    </button>
  )
}

const nothing = () => undefined
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const bar = (over: Parameters<typeof market>[0]) => (
  <RouterContextProvider router={router}>
    <TopBar
      user={{ email: EMAIL, role: 'Admin', username: LONG }}
      market={{ market: market(over), receivedAt: Date.now() }}
      connections={[connectionSummary(), connectionSummary({ feed: 'analytics' })]}
      onConnectionStatus={nothing}
      onPalette={nothing}
      onReconnect={nothing}
      isInspectorOpen={false}
      onToggleInspector={nothing}
      onLogout={nothing}
    />
  </RouterContextProvider>
)

const USER = aUser(1, { email: EMAIL, username: LONG })
const model = (text: string, n: number) =>
  listed({ id: `m-${n}`, name: text, description: text, modelType: text, fileName: text, pair: text, exchange: text })
const strategies = () => {
  const backend = createStrategyBackend()
  backend.data.strategies = rowsOf((text, n) => sample.summary({ id: `s-${n}`, name: text, description: text }))
  backend.data.templates = rowsOf((text, n) => ({ ...sample.template(), id: `t-${n}`, name: text, description: text }))
  return backend
}

/** Every place that shows what a person or another system wrote. */
const PLACES: Readonly<Record<string, () => Promise<unknown>>> = {
  users: () =>
    openPage('/admin/users', {
      'GET /admin/users': () => users(rowsOf((text, n) => aUser(n, { email: text, username: text }))),
    }).then(() => screen.findByRole('table', { name: 'Users' })),
  'user details': () =>
    openPage(`/admin/users?user=${USER.id}`, {
      'GET /admin/users': () => users([USER]),
      [`GET /admin/users/${USER.id}`]: () => ok({ user: USER }),
      [`GET /admin/users/${USER.id}/sessions`]: () => json(500, { success: false, error: LONG }),
    }).then(() => screen.findByRole('dialog', { name: 'User Details' })),
  sessions: async () => {
    await openPage('/admin/sessions', {
      'GET /admin/sessions': () =>
        ok({
          sessions: rowsOf((text, n) =>
            aSession(n, { user_id: `u-${n}`, user_email: text, user_agent: text, ip_address: text }),
          ),
          total: 1,
        }),
    })
    await press('Expand All')
  },
  invitations: () =>
    openPage('/admin/invitations', {
      'GET /admin/invitations': () => ok(rowsOf((text, n) => anInvitation(n, { email: text }))),
    }).then(() => screen.findByRole('table')),
  alerts: () =>
    openPage('/admin/security?tab=alerts', {
      'GET /admin/security-alerts': () =>
        ok({
          alerts: rowsOf((text, n) =>
            anAlert(n, { title: text, description: text, affected_user_email: text, ip_address: text }),
          ),
        }),
    }).then(() => screen.findAllByText(/right to left/)),
  'sign-in attempts': () =>
    openPage('/admin/security?tab=attempts', {
      'GET /admin/login-attempts': () =>
        ok({
          attempts: rowsOf((text, n) => anAttempt(n, { email: text, failure_reason: text, ip_address: text })),
          total: 1,
        }),
    }).then(() => screen.findByRole('table')),
  'audit log': async () => {
    await openPage('/admin/security?tab=audit', {
      'GET /admin/audit-log': () =>
        ok({
          entries: rowsOf((text, n) =>
            anEntry(n, { user_email: text, action: text, ip_address: text, details: { [text]: text } }),
          ),
          total: 1,
        }),
    })
    await screen.findByRole('table')
    for (const button of screen.queryAllByRole('button', { name: /details/i }).slice(0, 20)) fireEvent.click(button)
  },
  'a list that failed': () =>
    openPage('/admin/users', { 'GET /admin/users': () => json(400, { success: false, error: LONG }) }).then(() =>
      screen.findByText('Failed to load users'),
    ),
  profile: () =>
    openPage('/profile', {
      'GET /auth/sessions': () =>
        ok({
          sessions: rowsOf((text, n) => ({
            ...aSession(n, { user_agent: text, ip_address: text }),
            is_current: false,
          })),
        }),
    }).then(() => screen.findByRole('table', { name: 'Own sessions' })),
  registration: async () => {
    const world = createClientWorld()
    world.backend.on('GET /auth/invitations/validate', () => ok({ ...INVITED.offer, email: EMAIL }))
    world.open(`/register?code=${INVITED.code}`)
    await screen.findByRole('heading', { level: 1, name: 'Create Your Account' })
  },
  'a refused sign-in': async () => {
    const world = createClientWorld()
    world.backend.on('POST /auth/login', () => json(401, { success: false, error: LONG }))
    world.open('/signin').services.sessionCommands.signIn(SIGN_IN)
    await screen.findByRole('alert')
  },
  models: async () =>
    show(
      <ModelManager
        models={{ ...INITIAL_CONTEXT, models: rowsOf(model), loadedAt: 0 }}
        isLoading={false}
        showsAll
        onShowAll={nothing}
        onRefresh={nothing}
        onAutoActivate={nothing}
        onUpload={nothing}
        onTable={nothing}
        onAction={nothing}
        onOpen={nothing}
      />,
    ),
  'model details': async () => {
    const api = fakeModelsApi([model(LONG, 1)])
    const details = modelDetails()
    api.details.mockResolvedValue({
      ok: true,
      value: {
        ...details,
        model: model(LONG, 1),
        uploadedBy: EMAIL,
        inspection: details.inspection && { ...details.inspection, warnings: [LONG] },
        history: details.history.map((change) => ({ ...change, model_name: LONG, by: EMAIL })),
      },
    })
    show(<ModelsPanel api={api} />)
    await press(LONG)
    await screen.findAllByText(new RegExp(EMAIL.slice(0, 60)))
  },
  'models that failed': async () => {
    const api = fakeModelsApi()
    api.list.mockResolvedValue(refused(LONG))
    show(<ModelsPanel api={api} />)
    await screen.findAllByText(/WWWW/)
  },
  strategies: async () => {
    renderTrading({ backend: strategies() })
    await screen.findAllByText(LONG)
  },
  'a strategy': async () => {
    const backend = strategies()
    const whole = sample.strategy({ name: LONG, description: LONG })
    const renamed = {
      ...whole,
      signal_sources: whole.signal_sources.map((source) => ({ ...source, name: LONG })),
      confluence_rules: whole.confluence_rules.map((rule) => ({ ...rule, name: LONG })),
    }
    backend.on('GET /api/ensemble/strategies/s-1', () => json(200, { strategy: renamed }))
    renderTrading({ backend })
    await press(/^View/)
    await screen.findByRole('dialog')
    await screen.findAllByText(/WWWWW/)
  },
  templates: async () => {
    renderTrading({ backend: strategies() })
    await press(/New Strategy/)
    await screen.findAllByText(/right to left/)
  },
  'the head': async () => show(bar({ label: LONG })),
  'the head of a degraded market': async () =>
    show(bar({ label: LONG, degraded: LONG, kind: 'replay', speed: 12_000 })),
  'toasts and questions': async () => {
    show(<Overlays />)
    await press('Open')
    await screen.findByRole('alertdialog')
  },
}

beforeEach(() => Promise.all([...document.fonts].map((font) => font.load())))
afterEach(() => cleanup())

describe('[UI-18] strange texts', () => {
  it.each(Object.keys(PLACES).flatMap((name) => WIDTHS.map((width) => [name, width] as const)))(
    'fit or can be read in full: %s, %i px',
    async (name, width) => {
      await page.viewport(width, 900)
      await PLACES[name]?.()
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      const found = misfits()
      expect(found, found.join('\n')).toEqual([])
    },
  )
})

it('[UI-18] the badge of the market and its clock do not overlap at 768 px', async () => {
  await page.viewport(768, 900)
  for (const over of [
    {},
    { kind: 'replay', label: 'Replay', speed: 60 },
    { degraded: 'no trades for 10 minutes' },
  ] as const) {
    show(bar(over))
    const parts = [...screen.getByTestId('market-badge').children].map((part) => part.getBoundingClientRect())
    const overlapping = parts.filter((a, index) =>
      parts.some(
        (b, other) => other > index && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
      ),
    )
    expect(overlapping).toEqual([])
    expect(misfits()).toEqual([])
    cleanup()
  }
})
