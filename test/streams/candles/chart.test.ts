import { describe, expect, it } from 'vitest'
import { CHART_TEXTS, chartError, type LoadState } from '#src/streams/candles/chart.ts'
import type { LiveLink } from '#src/streams/ports.ts'

const link = (status: LiveLink['status'], part: Partial<LiveLink> = {}): LiveLink => ({
  status,
  wasConnected: true,
  isUnavailable: false,
  ...part,
})
const never = { wasConnected: false }
const without = { wasConnected: false, isUnavailable: true }

describe('[ST-16] the error message of the chart', () => {
  it.each<[string, LoadState, LiveLink, boolean, string | undefined]>([
    ['all is well', 'loaded', link('connected'), true, undefined],
    ['still loading', 'loading', link('connecting', never), false, undefined],
    ['not started', 'loading', link('disconnected', never), false, undefined],

    [
      'HA-26 no candles',
      'empty',
      link('connected'),
      false,
      'No real market data available. Please check TDP connection.',
    ],
    ['HA-26 no history, but live candles', 'empty', link('connected'), true, undefined],
    [
      'HA-26 no answer',
      'failed',
      link('connected'),
      false,
      'Failed to load real market data. Please check connection.',
    ],
    [
      'no answer later on',
      'failed',
      link('connected'),
      true,
      'Failed to load real market data. Please check connection.',
    ],
    ['HA-26 an answer of another shape', 'malformed', link('connected'), false, 'Failed to process chart data'],
    [
      'HA-43 rows that are no candles',
      'not-candles',
      link('connected'),
      false,
      'Chart configuration error - invalid real data structure',
    ],

    ['WS-06 lost for good', 'loaded', link('error'), true, 'Live data connection lost. Attempting to reconnect...'],
    [
      'closed by the server',
      'loaded',
      link('disconnected'),
      true,
      'The server has closed the live data connection. Press Reconnect to go on.',
    ],
    ['lost, and no candles', 'failed', link('error'), false, 'Live data connection lost. Attempting to reconnect...'],
    ['a short break', 'loaded', link('reconnecting'), true, undefined],

    [
      'WS-45 no WebSocket, no history',
      'loading',
      link('reconnecting', without),
      false,
      'Failed to connect to live data stream. Please check connection.',
    ],
    [
      'WS-45 no WebSocket, history failed',
      'failed',
      link('reconnecting', without),
      false,
      'Failed to connect to live data stream. Please check connection.',
    ],
    [
      'WS-45 no WebSocket, history there',
      'loaded',
      link('reconnecting', without),
      true,
      'WebSocket not available - showing persisted data only',
    ],
    [
      'never connected, given up, no history',
      'empty',
      link('error', never),
      false,
      'Failed to connect to live data stream. Please check connection.',
    ],
    [
      'never connected, given up, history there',
      'loaded',
      link('error', never),
      true,
      'WebSocket not available - showing persisted data only',
    ],
    ['never connected, still trying', 'loaded', link('reconnecting', never), true, 'WebSocket connection error'],
    [
      'never connected, still trying, history failed',
      'failed',
      link('reconnecting', never),
      false,
      'Failed to load real market data. Please check connection.',
    ],
  ])('%s', (_, load, state, hasCandles, expected) => {
    expect(chartError(load, state, hasCandles)).toBe(expected)
  })

  it('has one more text, for a chart that cannot be rendered', () => {
    expect(CHART_TEXTS.rendering).toBe('Chart rendering error. Please refresh the page.')
  })
})
