import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ShellFrame, type ShellFrameProps } from '#src/features/shell/ShellFrame.tsx'
import { useConnectionStatus } from '#src/app/services.ts'
import { CHART_KEYS } from '#src/ui/input/chart-keys.ts'
import { connectionSummary, market } from '#test/support/client/shell.ts'

// The router scrolls to the top, which jsdom does not implement.
vi.stubGlobal('scrollTo', () => undefined)

const DISMISSED: ShellFrameProps['first'] = {
  steps: [],
  isOffered: false,
  isDismissed: true,
  markDone: () => undefined,
  setDismissed: () => undefined,
}

async function show(over: Partial<ShellFrameProps> = {}) {
  const onGo = vi.fn<(path: string) => void>()
  const onLogout = vi.fn<() => void>()
  const onReconnect = vi.fn<() => void>()
  function Frame() {
    const [dialog, setDialog] = useState<ShellFrameProps['dialog']>()
    return (
      <ShellFrame
        user={{ email: 'ada@example.com', role: 'Trader', username: 'ada' }}
        path="/dashboard"
        market={undefined}
        connections={[connectionSummary(), connectionSummary({ feed: 'analytics' })]}
        connectionStatus={<p>All about the sockets</p>}
        inspector={<aside aria-label="Inspector" />}
        isInspectorOpen={false}
        onToggleInspector={() => undefined}
        onNavigate={onGo}
        onReconnect={onReconnect}
        onLogout={onLogout}
        first={DISMISSED}
        dialog={dialog}
        onOpenDialog={setDialog}
        onCloseDialog={() => setDialog(undefined)}
        {...over}
      >
        {over.children ?? <input aria-label="Filter models" data-list-filter />}
      </ShellFrame>
    )
  }
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: Frame }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('main')
  return { onGo, onLogout, onReconnect }
}

it('[IN-13] the account has a switch of the inspector', async () => {
  const onToggleInspector = vi.fn<() => void>()
  await show({ onToggleInspector, isInspectorOpen: true })
  const button = screen.getByRole('button', { name: 'Inspector' })
  expect(button).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(button)
  expect(onToggleInspector).toHaveBeenCalledOnce()
})

describe('[SH-1] the sidebar', () => {
  it('has the brand, links to the screens, and highlights the current one', async () => {
    await show({ path: '/monitoring/streams' })
    const sidebar = screen.getByRole('navigation', { name: 'Main' })
    expect(within(sidebar).getByText('Pairbot')).toBeInTheDocument()
    const links = within(sidebar).getAllByRole('link')
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Dashboard', '/dashboard', null],
      ['Trading', '/trading', null],
      ['Profile', '/profile', null],
      ['Monitoring', '/monitoring', 'page'],
    ])
  })

  it('shows Admin to Admins', async () => {
    await show({ user: { email: 'ada@example.com', role: 'Admin', username: 'ada' } })
    expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin')
  })
})

it("[PR-4] the e-mail and the account menu lead to the account's security", async () => {
  await show()
  const links = [/ada@example.com$/, 'Account security'].map((name) => screen.getByRole('link', { name }))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/profile/security', '/profile/security'])
})

describe('[SH-2] the Connection Status button', () => {
  const light = () => screen.getByRole('button', { name: /^Connection Status/ }).querySelector('[data-tone]')

  it.each([
    ['connecting', 'success'],
    ['reconnecting', 'danger'],
    ['disconnected', 'danger'],
  ] as const)('while %s is of the tone %s', async (status, tone) => {
    await show({ connections: [connectionSummary({ status }), connectionSummary({ feed: 'analytics' })] })
    const button = screen.getByRole('button', { name: `Connection Status: Market data ${status}; Analytics connected` })
    expect(button.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
  })

  it('is red for a server that has stopped sending', async () => {
    await show({ connections: [connectionSummary(), connectionSummary({ feed: 'analytics', isUnresponsive: true })] })
    expect(light()?.getAttribute('data-tone')).toBe('danger')
    expect(
      screen.getByRole('button', {
        name: 'Connection Status: Market data connected; Analytics connected, not responding',
      }),
    ).toBeInTheDocument()
  })

  it('is red in fallback and says so', async () => {
    const fallen = connectionSummary({ feed: 'analytics', status: 'error', isFallback: true })
    await show({ connections: [connectionSummary(), fallen] })
    expect(light()?.getAttribute('data-tone')).toBe('danger')
    expect(
      screen.getByRole('button', {
        name: 'Connection Status: Market data connected; Analytics error, API fallback',
      }),
    ).toBeInTheDocument()
  })
})

describe('[SH-9] one Reconnect for both sockets', () => {
  it('is offered while one is disconnected', async () => {
    const closed = connectionSummary({ status: 'disconnected' })
    const { onReconnect } = await show({ connections: [closed, connectionSummary({ feed: 'analytics' })] })
    await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }))
    expect(onReconnect).toHaveBeenCalledOnce()
  })

  it('is absent while they reconnect by themselves', async () => {
    await show({
      connections: [connectionSummary({ status: 'reconnecting' }), connectionSummary({ feed: 'analytics' })],
    })
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull()
  })
})

describe('[SH-4] the signed-in user', () => {
  it.each([
    ['Admin', 'danger'],
    ['Trader', 'success'],
    ['Viewer', 'info'],
  ] as const)('%s has a badge of its own tone', async (role, tone) => {
    await show({ user: { email: 'ada@example.com', role, username: 'ada' } })
    const bar = screen.getByRole('banner')
    expect(within(bar).getByText('ada@example.com')).toBeInTheDocument()
    expect(within(bar).getByText(role).parentElement?.className).toContain(`tone_${tone}`)
  })

  it('can log out', async () => {
    const { onLogout } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    expect(onLogout).toHaveBeenCalledTimes(1)
  })
})

it('[SH-3] shows the market', async () => {
  await show({ market: { market: market(), receivedAt: Date.now() } })
  expect(screen.getByTestId('market-badge')).toHaveTextContent('Simulated')
})

it('[SH-5] the connection dialog opens from its button and restores the focus', async () => {
  await show()
  const button = screen.getByRole('button', { name: /^Connection Status/ })
  await userEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Connection Status' })
  expect(within(dialog).getByText('All about the sockets')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  expect(screen.queryByText('All about the sockets')).toBeNull()
})

it('[SH-5] a screen may open the connection dialog too', async () => {
  function Opener() {
    return <button onClick={useConnectionStatus()}>What is wrong?</button>
  }
  await show({ children: <Opener /> })
  await userEvent.click(screen.getByRole('button', { name: 'What is wrong?' }))
  expect(await screen.findByRole('dialog', { name: 'Connection Status' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('[SH-5] a load failure affects only the dialog and can be retried', async () => {
  let isBroken = true
  const Fragile = () => {
    if (isBroken) throw new Error('the chunk is gone')
    return <p>All about the sockets</p>
  }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await show({ connectionStatus: <Fragile /> })
  await userEvent.click(screen.getByRole('button', { name: /^Connection Status/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Connection Status could not be loaded')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByText('All about the sockets')).toBeInTheDocument()
  vi.restoreAllMocks()
})

describe('[SH-6] the keyboard', () => {
  it('goes to screens, and to Admin only as Admin', async () => {
    const { onGo } = await show()
    await userEvent.keyboard('gdgtgmga')
    expect(onGo.mock.calls).toEqual([['/dashboard'], ['/trading'], ['/monitoring']])
  })

  it('goes to Admin as Admin', async () => {
    const { onGo } = await show({ user: { email: 'ada@example.com', role: 'Admin', username: 'ada' } })
    await userEvent.keyboard('ga')
    expect(onGo.mock.calls).toEqual([['/admin']])
  })

  it('lists the shortcuts with those of the chart, and ignores keys while a dialog is open', async () => {
    const { onGo } = await show()
    await userEvent.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
    expect(rows.slice(0, -Object.keys(CHART_KEYS).length)).toEqual([
      'Show keyboard shortcuts?',
      'Find a page, stream or actionCtrlK',
      'Go to Dashboardgd',
      'Go to Tradinggt',
      'Go to Monitoringgm',
      'Filter the list/',
      'Go to the inspector and backF6',
      'Close the open dialog or menuEsc',
    ])
    const ofChart = rows.slice(-Object.keys(CHART_KEYS).length)
    expect(ofChart.map((row) => Object.values(CHART_KEYS).filter((does) => row.startsWith(does)))).toEqual(
      Object.values(CHART_KEYS).map((does) => [does]),
    )
    expect(ofChart).toEqual(
      expect.arrayContaining(['Zoom in+or=', 'Undo the last change of the drawingsCtrlZ', 'To the oldest candleHome']),
    )
    await waitFor(() => expect(list.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('gd')
    expect(onGo).not.toHaveBeenCalled()
  })

  it('focuses the list filter and ignores keys typed in it', async () => {
    const { onGo } = await show()
    await userEvent.keyboard('/')
    const filter = screen.getByLabelText('Filter models')
    expect(filter).toHaveFocus()
    await userEvent.keyboard('gd?/')
    expect(filter).toHaveProperty('value', 'gd?/')
    expect(onGo).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('ignores browser shortcuts', async () => {
    const { onGo } = await show()
    await userEvent.keyboard('g{Control>}d{/Control}')
    expect(onGo).not.toHaveBeenCalled()
  })
})

it('[SH-7] the first Tab stop skips to the content', async () => {
  await show()
  await userEvent.tab()
  const skip = screen.getByRole('link', { name: 'Skip to content' })
  expect(skip).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('main')).toHaveFocus()
})

describe('[IN-13] the docked inspector', () => {
  it('is below the page only while it is open', async () => {
    await show({ isInspectorOpen: true })
    expect(screen.getByRole('complementary', { name: 'Inspector' })).toBeInTheDocument()
  })

  it('is not there otherwise', async () => {
    await show()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
