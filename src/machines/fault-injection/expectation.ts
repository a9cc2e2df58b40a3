import type { Fault } from '#contract/fault-injection.ts'
import { CONNECTION, STREAMS } from '#contract/limits.ts'
import { recoveryMs, type Channel, type FaultRecord } from './record.ts'

/** State sequences expected of a channel: one of `paths`, the usual one first. All end in the same state. */
export interface ExpectedChannel {
  readonly channel: Channel
  readonly paths: readonly (readonly string[])[]
}

export interface Expectation {
  readonly channels: readonly ExpectedChannel[]
  /** Error texts that must be observed. */
  readonly texts: readonly string[]
  /** Time from the end of the fault to recovery, in ms. */
  readonly recoverWithinMs: number
}

const SETTLE_MS = 2_000
/** The slowest streams have an entry once a minute. */
const NEXT_ENTRY_MS = 60_000
/** How often calls are made while a fault affects them. */
export const CALL_EVERY_MS = 2_000
/** A stream without an entry for this long is silent. */
export const SILENT_AFTER_MS = 3_000

/** Start of each retry after the loss, in seconds: earliest and latest. */
const LADDER = [1, 3, 7, 15, 31].map((nominal) => ({
  earliest: nominal,
  latest: nominal * (1 + CONNECTION.retryJitterShare),
}))
const RETRIES_EXHAUSTED = { earliest: 31, latest: 31 * (1 + CONNECTION.retryJitterShare) }

const STEADY = [['connected']]
const RETRY_PATH = ['connected', 'reconnecting', 'connected']
const FALLBACK_PATH = ['connected', 'reconnecting', 'error, API polling', 'connected']

/** The socket reconnects within five retries; after that the API is polled until a probe restores the socket. */
function cutPaths(seconds: number): readonly (readonly string[])[] {
  if (seconds < RETRIES_EXHAUSTED.earliest) return [RETRY_PATH]
  return seconds > RETRIES_EXHAUSTED.latest ? [FALLBACK_PATH] : [FALLBACK_PATH, RETRY_PATH]
}

/** Recovery comes with the first retry after the fault or, with none left, with the next probe. */
function cutRecoveryMs(seconds: number): number {
  if (seconds >= RETRIES_EXHAUSTED.earliest) return CONNECTION.probeMs + CONNECTION.connectTimeoutMs
  // A retry that may start before the end of the fault may fail, so the first one certain to start after it counts.
  const next = LADDER.find(({ earliest }) => earliest > seconds) ?? RETRIES_EXHAUSTED
  return Math.round((next.latest - seconds) * 1000) + SETTLE_MS
}

const socketsOf = (socket: 'tdp' | 'analytics' | undefined): readonly Channel[] =>
  socket === undefined ? ['tdp', 'analytics'] : [socket]

const sockets = (paths: readonly (readonly string[])[], of: readonly Channel[] = ['tdp', 'analytics']) =>
  of.map((channel) => ({ channel, paths }))

/** Expected reaction of the client to a fault of `seconds`. */
export function expectationOf(fault: Fault, seconds = fault.seconds): Expectation {
  switch (fault.kind) {
    case 'cut-socket':
      return {
        channels: sockets(cutPaths(seconds), socketsOf(fault.socket)),
        texts: ['Connection lost: Connection closed unexpectedly'],
        recoverWithinMs: cutRecoveryMs(seconds),
      }
    case 'delay-feed':
      return {
        channels: [{ channel: 'feed', paths: [['on time', 'late', 'on time']] }, ...sockets(STEADY)],
        texts: [],
        recoverWithinMs: fault.delay_ms + SETTLE_MS,
      }
    case 'broken-json':
      return {
        channels: [{ channel: 'feed', paths: [['readable', 'unreadable', 'readable']] }, ...sockets(STEADY)],
        texts: ['Invalid message format received'],
        recoverWithinMs: STREAMS.monitoringMs,
      }
    case 'stop-stream':
      return {
        channels: [{ channel: 'feed', paths: [['flowing', 'silent', 'flowing']] }, ...sockets(STEADY)],
        texts: [],
        recoverWithinMs: NEXT_ENTRY_MS + SETTLE_MS,
      }
    case 'answer-401':
      return {
        channels: [
          { channel: 'session', paths: [['signed in', 'token renewed']] },
          { channel: 'calls', paths: [['answered']] },
          ...sockets(STEADY),
        ],
        texts: fault.renewed === true ? ['Authentication required. Please log in again.'] : [],
        recoverWithinMs: SETTLE_MS,
      }
    case 'answer-503':
      return {
        channels: [{ channel: 'calls', paths: [['answered', 'refused', 'answered']] }, ...sockets(STEADY)],
        texts: ['HTTP 503: Service Unavailable'],
        recoverWithinMs: CALL_EVERY_MS + SETTLE_MS,
      }
  }
}

export type ExpectationResult = 'awaited' | 'as expected' | 'different'

const isPath = (seen: readonly string[], path: readonly string[]) =>
  seen.length === path.length && seen.every((state, at) => state === path[at])

/** Compares the observed states with the expected ones. Until the fault is over, a prefix counts as awaited. */
export function channelResult(record: FaultRecord, { channel, paths }: ExpectedChannel): ExpectationResult {
  const seen = (record.states[channel] ?? []).map(({ state }) => state)
  if (record.endedAt !== undefined && paths.some((path) => isPath(seen, path))) return 'as expected'
  const isPrefix = paths.some((path) => isPath(seen, path.slice(0, seen.length)))
  return isPrefix && !record.isClosed ? 'awaited' : 'different'
}

/** Whether every expected error text was observed. */
export function textsResult({ texts, isClosed }: FaultRecord, expected: readonly string[]): ExpectationResult {
  if (expected.every((text) => texts.some((seen) => seen.text === text))) return 'as expected'
  return isClosed ? 'different' : 'awaited'
}

export function recoveryResult(record: FaultRecord, withinMs: number): ExpectationResult {
  const took = recoveryMs(record)
  if (took !== undefined) return took <= withinMs ? 'as expected' : 'different'
  return record.isClosed ? 'different' : 'awaited'
}

/** Time when the last channel reached the final state of its path; undefined until all have. */
export function allRecoveredAt(record: FaultRecord): number | undefined {
  const last = expectationOf(record.fault).channels.map(({ channel, paths }) => {
    const reached = record.states[channel]?.at(-1)
    return reached !== undefined && reached.state === paths[0]?.at(-1) ? reached.at : undefined
  })
  return last.reduce((latest, at) => (latest === undefined || at === undefined ? undefined : Math.max(latest, at)), 0)
}
