import type { ClientConfig } from '#contract/config.ts'
import { FEATURES } from '#contract/limits.ts'
import type { ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionInfo, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import type { HealthSnapshot } from '#src/machines/health/machine.ts'
import { healthState } from '#src/machines/health/selectors.ts'
import type { SessionSnapshot } from '#src/machines/session/machine.ts'
import { sessionStatus, sessionUser, tokenGeneration } from '#src/machines/session/selectors.ts'
import type { Problem, StreamRecord, StreamSummary, Traffic } from '#src/streams/index.ts'
import { toIso } from '#src/ui/format/time.ts'
import { formatJson } from '#src/ui/format/json.ts'
import { scrub } from './scrub.ts'

/** Inputs of the bundle. `now` in unix ms. */
export interface DiagnosticsSources {
  readonly now: number
  readonly config: ClientConfig
  /** Browser metadata. */
  readonly browser: { readonly userAgent: string; readonly language: string; readonly onLine: boolean }
  readonly session: SessionSnapshot
  readonly connections: Readonly<Record<FeedName, ConnectionSnapshot>>
  /** Undefined when the health monitor could not be loaded. */
  readonly health: HealthSnapshot | undefined
  readonly traffic: Readonly<Record<FeedName, Traffic>>
  readonly problems: readonly Problem[]
  readonly records: readonly StreamRecord[]
  readonly summary: StreamSummary
}

const iso = (at: number | undefined) => (at === undefined ? null : (toIso(at) ?? null))
const errorLines = (errors: readonly { readonly at: number; readonly text: string }[]) =>
  errors.map(({ at, text }) => ({ at: iso(at), text }))

function connectionFacts(snapshot: ConnectionSnapshot, traffic: Traffic) {
  const { maskedUrl: shownUrl, generation, attempts, closeCode, unknownEvents, isUnavailable } = snapshot.context
  const { connectedAt, lastHeartbeat, ...info } = connectionInfo(snapshot)
  return {
    state: snapshot.value,
    status: connectionStatus(snapshot),
    isFallback: isFallback(snapshot),
    ...info,
    connectedAt: iso(connectedAt),
    lastHeartbeat: iso(lastHeartbeat),
    url: shownUrl,
    sockets: generation,
    attempts,
    closeCode,
    unknownEvents,
    isUnavailable,
    received: traffic.received,
    lastMessage: traffic.last ? { type: traffic.last.message.type, at: iso(traffic.last.receivedAt) } : null,
  }
}

function healthFacts(snapshot: HealthSnapshot) {
  const { report: reading, failure, testReport: report, watchers } = snapshot.context
  return { state: snapshot.value, overall: healthState(snapshot), failure, watchers: watchers.length, reading, report }
}

const streamFacts = ({ data, timestamp, receivedAt, provenance, messageId, ...record }: StreamRecord) => ({
  ...record,
  messageId,
  hasData: data !== null,
  market: provenance?.market,
  made: timestamp === 0 ? null : iso(timestamp),
  received: data === null ? null : iso(receivedAt),
})

/**
 * The diagnostics bundle as JSON: versions, settings, states, errors, streams. It contains no secrets and no names:
 * machines contribute selected values, never their contexts, and all texts are scrubbed.
 */
export function diagnosticsOf(sources: DiagnosticsSources): string {
  const { now, config, browser, session, connections, health, traffic, problems, records, summary } = sources
  return formatJson(
    scrub({
      made_at: iso(now),
      versions: {
        client: config.version,
        proxy: health?.context.report?.system.ok === true ? health.context.report.system.value.version : null,
        browser: browser.userAgent,
      },
      settings: { ...config, features: FEATURES, language: browser.language, onLine: browser.onLine },
      machines: {
        session: {
          status: sessionStatus(session),
          state: session.value,
          role: sessionUser(session)?.role ?? null,
          renewals: tokenGeneration(session),
        },
        tdp: connectionFacts(connections.tdp, traffic.tdp),
        analytics: connectionFacts(connections.analytics, traffic.analytics),
        health: health === undefined ? null : healthFacts(health),
      },
      errors: {
        tdp: errorLines(connections.tdp.context.errors),
        analytics: errorLines(connections.analytics.context.errors),
        health: errorLines(health?.context.errors ?? []),
        data: problems.map(({ kind, text, count, at }) => ({ kind, text, count, at: iso(at) })),
      },
      streams: {
        ...summary,
        lastUpdate: iso(summary.lastUpdate),
        categories: Object.fromEntries(summary.categories),
        list: records.map(streamFacts),
      },
    }),
  )
}

/** pairbot-diagnostics-20190630T235907Z.json */
export const diagnosticsName = (now: number): string =>
  `pairbot-diagnostics-${(toIso(now) ?? '').replace(/[-:]|\.\d+/g, '')}.json`
