import { act, render } from '@testing-library/react'
import { Suspense } from 'react'
import ConnectionStatus from '#src/features/connection/status/ConnectionStatus.tsx'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { startConnection } from './connection.ts'
import { CONFIG } from './identity-service.ts'
import { createProxyHealthFixture } from './proxy.ts'
import { servedWith } from './services.tsx'
import { startStreams } from './streams.ts'

export const DIVERGENCE = 'tdp:kraken:BTCUSD:analysis:divergence'

/** A stream entry with the current time. */
export const entryOf = (key: string, data: unknown): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: Date.now(),
  data: { stream_key: key, data },
})

/** Renders the Connection Status content over real machines and streams. Needs fake timers. */
export async function showStatus() {
  const tdp = startConnection()
  const analytics = startConnection({ feed: 'analytics' })
  const proxy = createProxyHealthFixture()
  const live = startStreams()
  const monitor = Promise.resolve(proxy.actor)
  const Served = servedWith({
    config: CONFIG,
    connections: { tdp: tdp.actor, analytics: analytics.actor },
    streams: live.streams,
    health: () => monitor,
  })
  await act(async () =>
    render(
      <Served>
        <Suspense>
          <ConnectionStatus />
        </Suspense>
      </Served>,
    ),
  )
  return { tdp, analytics, proxy, live, pass: (ms: number) => act(() => live.advance(ms)) }
}
