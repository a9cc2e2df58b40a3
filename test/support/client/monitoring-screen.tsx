import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { Subject, type Observable } from 'rxjs'
import { vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { StreamMessage } from '#contract/streams.ts'
import { Monitoring, type UrlState } from '#src/features/monitoring/MonitoringScreen.tsx'
import type { MonitoringSearch } from '#src/features/monitoring/search.ts'
import { ConnectionStatusContext } from '#src/app/services.ts'
import type { Result } from '#src/lib/result.ts'
import type { StreamApi } from '#src/streams/index.ts'
import { startConnection } from './connection.ts'
import { EXAMPLES } from '../data/monitoring.ts'
import { AT } from '../data/payloads.ts'
import { createProxyHealthFixture } from './proxy.ts'
import { inertPorts } from './inert-ports.ts'
import { servedWith } from './services.tsx'
import { startStreams } from './streams.ts'

/** A stream API whose calls are answered by the test. */
function scriptedApi() {
  const open = new Map<string, Subject<Result<never>>>()
  const ask = (name: string): Observable<Result<never>> => {
    const pending = new Subject<Result<never>>()
    open.set(name, pending)
    return pending
  }
  const api: StreamApi = {
    list: () => ask('list'),
    metadata: (key) => ask(`metadata ${key}`),
    latest: (key) => ask(`latest ${key}`),
    recent: (key, count) => ask(`recent ${key} ${count}`),
  }
  return {
    api,
    /** Calls without a response yet. */
    pending: () => [...open.keys()],
    respond(name: string, answer: Result<unknown>) {
      const pending = open.get(name)
      if (pending === undefined) throw new Error(`no request for ${name}, only for ${[...open.keys()].join(', ')}`)
      open.delete(name)
      act(() => {
        pending.next(answer as Result<never>)
        pending.complete()
      })
    },
  }
}

export const found = <T,>(value: T): Result<T> => ({ ok: true, value })
export const failed = (error: string): Result<never> => ({ ok: false, error })

export const updateOf = (key: string, data: unknown, id = 1): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: AT * 1000,
  message_id: `${AT * 1000}-${id}`,
  seq: id,
  epoch: 'e',
  data: { stream_key: key, data, timestamp: AT * 1000 + id },
})
export const messageOf = (data: unknown, id = 1): StreamMessage => ({
  message_id: `${AT * 1000}-${id}`,
  data: data as StreamMessage['data'],
  timestamp: AT * 1000 + id,
  seq: id,
  epoch: 'e',
})

/** jsdom has no layout: gives every element the size of a window. */
export function stubLayout(): void {
  const size = { clientHeight: 4_000, clientWidth: 1_240 } as const
  for (const name of Object.keys(size) as (keyof typeof size)[])
    vi.spyOn(Element.prototype, name, 'get').mockReturnValue(size[name])
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
}

/** Renders the screen over real machines and streams; the URL state is local. Needs fake timers. */
export async function showMonitoring({ search = {} }: { readonly search?: MonitoringSearch } = {}) {
  const proxy = scriptedApi()
  const live = startStreams({ streamApi: { ...inertPorts().streamApi, ...proxy.api } })
  stubLayout()
  const tdp = startConnection()
  const analytics = startConnection({ feed: 'analytics' })
  const health = createProxyHealthFixture()
  const monitor = Promise.resolve(health.actor)
  const monitoring = Promise.resolve(live.monitoring)
  const openStatus = vi.fn<() => void>()
  const searches: MonitoringSearch[] = []
  const Served = servedWith({
    connections: { tdp: tdp.actor, analytics: analytics.actor },
    streams: live.streams,
    health: () => monitor,
    monitoring: () => monitoring,
  })

  function Page() {
    const [shown, setShown] = useState(search)
    const change = (part: MonitoringSearch) => {
      setShown((current) => ({ ...current, ...part }))
      searches.push(part)
    }
    const url: UrlState = {
      search: shown,
      filter: change,
      setPath: (path) => change({ path: path === '' ? undefined : path, view: 'json' }),
      setView: (view) => change({ view }),
      open: (stream) => change({ stream }),
      close: () => change({ stream: undefined, view: undefined, path: undefined }),
    }
    return <Monitoring url={url} />
  }

  await act(async () =>
    render(
      <Served>
        <ConnectionStatusContext value={openStatus}>
          <Suspense>
            <Page />
          </Suspense>
        </ConnectionStatusContext>
      </Served>,
    ),
  )
  // the list of streams is requested
  await act(() => vi.advanceTimersByTimeAsync(1))
  const receive = (...messages: AnalyticsUpdate[]) =>
    act(async () => {
      live.emitAnalytics(...messages)
      live.flushFrame()
      await vi.advanceTimersByTimeAsync(1_000)
    })
  return {
    live,
    proxy,
    health,
    tdp,
    analytics,
    openStatus,
    searches,
    receive,
    pass: (ms: number) => act(() => live.advance(ms)),
    /** Receives one message of every kind. */
    receiveAll: () => receive(...Object.values(EXAMPLES).map(({ key, data }) => updateOf(key, data))),
    press: (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name }))),
    type: (label: string, value: string) =>
      act(async () => {
        fireEvent.change(screen.getByLabelText(label), { target: { value } })
        await vi.advanceTimersByTimeAsync(300)
      }),
  }
}

/** Stream cards on screen. */
export const cards = () => screen.queryAllByRole('article')
export const cardOf = (key: string): HTMLElement => {
  const card = cards().find(({ dataset }) => dataset['stream'] === key)
  if (card === undefined) throw new Error(`no card for ${key}`)
  return card
}
export const region = (name: string) => within(screen.getByRole('region', { name }))
/** The value of a label in a description list. */
export const valueOf = (within_: HTMLElement, label: string): string | null | undefined =>
  within(within_).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
