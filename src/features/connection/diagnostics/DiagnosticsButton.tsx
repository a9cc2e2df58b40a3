import { Download } from 'lucide-react'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import type { ClientConfig } from '#contract/config.ts'
import { FEATURES } from '#contract/limits.ts'
import { type Services, useServices } from '#src/app/services.ts'
import type { ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionInfo, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import { type HealthSnapshot, healthState } from '#src/machines/health/machine.ts'
import type { SessionSnapshot } from '#src/machines/session/machine.ts'
import { sessionStatus, sessionUser, tokenGeneration } from '#src/machines/session/selectors.ts'
import type { Problem, StreamRecord, StreamSummary, Traffic } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { download } from '#src/ui/download.ts'
import { formatJson } from '#src/ui/format/json.ts'
import { toIso } from '#src/ui/format/time.ts'

const HIDDEN = '***'

/** Patterns of secrets within a text: bearer tokens, JSON web tokens, parameters, e-mail addresses. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${HIDDEN}`],
  [/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g, HIDDEN],
  [/\b(token|ticket|secret|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, `$1$2${HIDDEN}`],
  [/\bcode=[^\s&"']+/gi, `code=${HIDDEN}`],
  [/(\/\/)[^/\s@]+@/g, '$1'],
  [/[^\s@"'<>()=:,;/]+@[^\s@"'<>():,;/]+/g, HIDDEN],
]
const SECRET_NAMES = /token|ticket|secret|password|authorization|cookie|e-?mail/i

const scrubText = (text: string): string =>
  SECRETS.reduce((scrubbed, [secret, instead]) => scrubbed.replace(secret, instead), text)

/** A deep copy with tokens, passwords and e-mail addresses replaced. */
function scrub(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [
      scrubText(name),
      SECRET_NAMES.test(name) && typeof fieldValue === 'string' ? HIDDEN : scrub(fieldValue),
    ]),
  )
}

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

async function collect({ config, session, connections, streams, health }: Services, now: number): Promise<string> {
  const monitor = await health().catch(() => undefined)
  return diagnosticsOf({
    now,
    config,
    browser: navigator,
    session: session.getSnapshot(),
    connections: { tdp: connections.tdp.getSnapshot(), analytics: connections.analytics.getSnapshot() },
    health: monitor?.getSnapshot(),
    traffic: {
      tdp: await firstValueFrom(streams.traffic.of('tdp')),
      analytics: await firstValueFrom(streams.traffic.of('analytics')),
    },
    problems: await firstValueFrom(streams.problems$),
    records: await firstValueFrom(streams.records.all$),
    summary: await firstValueFrom(streams.records.summary$),
  })
}

/** Downloads the diagnostics bundle as one JSON file. */
export default function DiagnosticsButton() {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const now = Date.now()
      download(diagnosticsName(now), 'application/json', await collect(services, now))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<Download size={14} aria-hidden="true" />}
      busy={busy}
      title="Versions, settings, states, last errors and streams as one JSON file, without secrets"
      onClick={() => void save()}
    >
      Download diagnostics
    </Button>
  )
}
