import { animationFrameScheduler, asyncScheduler, BehaviorSubject, NEVER, Subject } from 'rxjs'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { createStreams, type FeedFrame, type StreamPorts } from '#src/streams/index.ts'
import { createMonitoring } from '#src/streams/monitoring.ts'
import { createSocketOpener } from '#src/transport/socket/socket.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'

/** The product's own way from two sockets to its streams, as it runs in every page; nothing is drawn. */
export function startClient() {
  const frames$ = new Subject<FeedFrame>()
  const ports: StreamPorts = {
    frames$,
    link$: new BehaviorSubject({ status: 'connected', wasConnected: true, isUnavailable: false } as const),
    pollDue$: NEVER,
    fetchCandles: () => new Promise(() => undefined),
    recovered: () => undefined,
    ...inertPorts(),
    now: () => Date.now(),
    timers: asyncScheduler,
    paint: animationFrameScheduler,
  }
  const streams = createStreams(ports)
  const monitoring = createMonitoring(streams.monitoringSource, ports)
  streams.start()
  monitoring.start()
  for (const feed of ['tdp', 'analytics'] as const) {
    const open = createSocketOpener({
      feed,
      address: () => Promise.resolve(new URL(SOCKET_PATHS[feed], location.href.replace(/^http/, 'ws')).href),
      create: (url) => new WebSocket(url),
      frames: frames$,
      now: () => Date.now(),
    })
    open(1, () => undefined)
  }
  return streams
}
