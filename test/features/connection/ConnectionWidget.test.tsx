import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ConnectionWidget } from '#src/features/connection/widget/ConnectionWidgets.tsx'
import { connectionView } from '#test/support/client/connection-view.ts'

const NOW = Date.UTC(2019, 5, 30, 12)

const rows = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])

describe('[PH-20] the connection widget', () => {
  it('shows the connection details', () => {
    const info = {
      connectionId: '7f3c9a52',
      connectedAt: NOW - 2 * 3_600_000,
      lastHeartbeat: NOW - 12_000,
      reconnectCount: 2,
      isPersistent: true,
    }
    render(<ConnectionWidget connection={connectionView({ info })} now={NOW} />)
    expect(rows()).toEqual([
      ['Connection id', '7f3c9a52'],
      ['Connected time', '2 hours ago'],
      ['Last heartbeat', 'Just now'],
      ['Reconnect count', '2'],
      ['Persistence', 'Enabled'],
    ])
    expect(screen.getByText('connected')).toBeInTheDocument()
    expect(screen.queryByText('API')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows no details before the first connection', () => {
    const { info } = connectionView()
    const never = { ...info, connectionId: undefined, isPersistent: false }
    render(<ConnectionWidget connection={connectionView({ status: 'disconnected', info: never })} now={NOW} />)
    expect(rows().map(([, value]) => value)).toEqual(['–', '–', '–', '0', 'Disabled'])
  })

  it('in error shows API and the last 3 errors, newest first, and reconnects on demand', async () => {
    const onReconnect = vi.fn<() => void>()
    const errors = [1, 2, 3, 4].map((each) => ({ at: NOW + each * 1_000, text: `Error ${each}` }))
    const connection = connectionView({ status: 'error', isFallback: true, errors, onReconnect })
    render(<ConnectionWidget connection={connection} now={NOW} />)
    expect(screen.getByText('API')).toBeInTheDocument()
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Error 412:00:04',
      'Error 312:00:03',
      'Error 212:00:02',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }))
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })
})
