import { describe, expect, it } from 'vitest'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { summaryTotals } from '#src/features/monitoring/overview/totals.ts'
import type { StreamSummary } from '#src/streams/index.ts'
import { AT } from '#test/support/data/payloads.ts'

const NOW = AT * 1000
const summary = (over: Partial<StreamSummary> = {}): StreamSummary => ({
  totalStreams: 57,
  activeStreams: 55,
  totalMessages: 999,
  lastUpdate: NOW - 5 * 60_000,
  categories: new Map(),
  connectionStatus: 'connected',
  fallbackMode: false,
  cachedAt: undefined,
  ...over,
})
const feed = (name: ConnectionSummary['feed'], over: Partial<ConnectionSummary> = {}): ConnectionSummary => ({
  feed: name,
  label: name === 'tdp' ? 'Market data' : 'Analytics',
  status: 'connected',
  isUnresponsive: false,
  isFallback: false,
  errors: [],
  ...over,
})
const FEEDS = [feed('analytics'), feed('tdp')]

describe('[MO-2] the System Summary', () => {
  it('has six totals', () => {
    expect(summaryTotals(summary(), FEEDS, NOW)).toEqual([
      { label: 'Total streams', value: '57', detail: undefined },
      { label: 'Active streams', value: '55', detail: '2 not active' },
      { label: 'Total messages', value: '999', detail: 'since the server started' },
      { label: 'Last update', value: '5 minutes ago', detail: '2019-06-30 21:55:00' },
      {
        label: 'Connection',
        value: 'connected',
        tone: 'success',
        detail: 'Analytics connected, Market data connected',
      },
      { label: 'Mode', value: 'WebSocket Active', tone: 'success', detail: undefined },
    ])
  })

  it.each([
    [1_000, '1K', '1,000 since the server started'],
    [1_234, '1.2K', '1,234 since the server started'],
    [999_949, '999.9K', '999,949 since the server started'],
    [1_000_000, '1M', '1,000,000 since the server started'],
    [3_040_000, '3M', '3,040,000 since the server started'],
  ])('%i messages are %s', (totalMessages, value, detail) => {
    expect(summaryTotals(summary({ totalMessages }), FEEDS, NOW)[2]).toEqual({
      label: 'Total messages',
      value,
      detail,
    })
  })

  it('says that nothing was received yet', () => {
    expect(summaryTotals(summary({ lastUpdate: undefined }), FEEDS, NOW)[3]).toEqual({
      label: 'Last update',
      value: 'N/A',
      detail: 'nothing received yet',
    })
  })

  it('shows API Fallback as soon as one socket is polled, and names it', () => {
    const polled = [feed('analytics', { status: 'error', isFallback: true }), feed('tdp')]
    expect(summaryTotals(summary({ connectionStatus: 'error' }), polled, NOW).slice(4)).toEqual([
      { label: 'Connection', value: 'error', tone: 'danger', detail: 'Analytics error, Market data connected' },
      { label: 'Mode', value: 'API Fallback', tone: 'danger', detail: 'Analytics polled' },
    ])
  })
})
