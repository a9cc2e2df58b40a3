import type { LiveLink } from '../ports.ts'

/** The nine error messages of the live chart. */
export const CHART_TEXTS = {
  empty: 'No real market data available. Please check TDP connection.',
  loadFailed: 'Failed to load real market data. Please check connection.',
  neverConnected: 'Failed to connect to live data stream. Please check connection.',
  lost: 'Live data connection lost. Attempting to reconnect...',
  socketError: 'WebSocket connection error',
  persistedOnly: 'WebSocket not available - showing persisted data only',
  malformed: 'Failed to process chart data',
  notCandles: 'Chart configuration error - invalid real data structure',
  rendering: 'Chart rendering error. Please refresh the page.',
} as const

/** In place of `lost` after a normal close: then only a press reconnects. */
const CLOSED = 'The server has closed the live data connection. Press Reconnect to go on.'

/** Outcome of the latest history load. */
export type LoadState = 'loading' | 'loaded' | 'empty' | 'failed' | 'malformed' | 'not-candles'

const LOAD_TEXTS: Record<LoadState, string | undefined> = {
  loading: undefined,
  loaded: undefined,
  empty: CHART_TEXTS.empty,
  failed: CHART_TEXTS.loadFailed,
  malformed: CHART_TEXTS.malformed,
  'not-candles': CHART_TEXTS.notCandles,
}

function linkText({ status, wasConnected, isUnavailable }: LiveLink, hasCandles: boolean): string | undefined {
  if (status === 'connected') return undefined
  if (wasConnected && status === 'disconnected') return CLOSED
  if (wasConnected) return status === 'error' ? CHART_TEXTS.lost : undefined
  if (isUnavailable || status === 'error') return hasCandles ? CHART_TEXTS.persistedOnly : CHART_TEXTS.neverConnected
  return undefined
}

/**
 * Error message of the chart, or undefined. The live connection comes first, because it decides whether the data still
 * moves; an attempt that has merely failed so far comes last, because it may yet succeed.
 */
export function chartError(load: LoadState, link: LiveLink, hasCandles: boolean): string | undefined {
  const isStillTrying = !link.wasConnected && link.status === 'reconnecting'
  return (
    linkText(link, hasCandles) ??
    (load === 'empty' && hasCandles ? undefined : LOAD_TEXTS[load]) ??
    (isStillTrying ? CHART_TEXTS.socketError : undefined)
  )
}
