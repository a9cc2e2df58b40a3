import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import { AT, KEYS, snapshot, wrapped } from '#test/support/data/payloads.ts'

/** A stream of each kind, and the one of the dashboard's indicators. */
const STREAMS = [...Object.values(EXAMPLES), { key: KEYS.indicators, data: wrapped('indicators', snapshot()) }]

/** Replaces the server behind the analytics socket; `send` sends every stream with mapped data. */
export async function interceptAnalysisSocket(page: Page) {
  let socket: WebSocketRoute | undefined
  let seq = 0
  await page.routeWebSocket(new RegExp(SOCKET_PATHS.analytics), (route) => {
    socket = route
    route.send(
      JSON.stringify([
        { type: 'ConnectionAck', timestamp: AT * 1000, connection_id: 'c1', data: { connection_id: 'c1' } },
      ]),
    )
  })
  const send = (data: (original: unknown) => unknown) => {
    seq += 1
    const messages = STREAMS.map(({ key, data: original }) => ({
      type: 'AnalyticsUpdate',
      timestamp: AT * 1000 + seq,
      seq: seq,
      epoch: 'e',
      message_id: `${AT * 1000 + seq}-0`,
      data: { stream_key: key, data: data(original), timestamp: AT * 1000 + seq },
    }))
    socket?.send(JSON.stringify(messages))
  }
  return {
    send,
    /** Repeats `send`, since the page may not be subscribed yet. */
    sendUntil: (data: (original: unknown) => unknown, shown: Locator) =>
      expect(async () => {
        send(data)
        await expect(shown).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 30_000 }),
    /** Sends a frame unchanged. */
    sendRaw: (frame: string) => socket?.send(frame),
  }
}

/** Only the streams of the test exist: the stream proxy has none. */
export const emptyProxy = (page: Page, error = 'not found') =>
  page.route(/\/api\/streams(\/|$)/, (route) =>
    route.request().url().endsWith('/api/streams')
      ? route.fulfill({ json: { streams: [] } })
      : route.fulfill({ status: 404, json: { success: false, error } }),
  )
