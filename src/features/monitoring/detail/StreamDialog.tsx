import { useObservableEagerState } from 'observable-hooks'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { combineLatest, concat, ignoreElements, map, type Observable, type Subscription, throttleTime } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { humanize } from '#src/analysis/fields.ts'
import { figureRows, figuresOf, RAW_FIGURES } from '#src/analysis/figures.ts'
import { useMonitoring, useServices } from '#src/app/services.ts'
import {
  type FetchResult,
  marketDisplayMs,
  marketTime,
  type StreamEntry,
  type StreamRecord,
} from '#src/streams/index.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import type { RawView } from '#src/ui/data/RawData.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatPrecise } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { timeText } from '../overview/totals.ts'
import { kindOf } from '../summaries/kind.ts'
import { STREAM_TONES, viewOf } from '../summaries/view.ts'
import { useDebouncedValue } from '../useDebouncedValue.ts'
import * as css from './detail.css.ts'
import { type ParsedPath, parsePath, select } from './json-path.ts'
import { compactJson } from '#src/features/monitoring/summaries/summary.ts'
import { HistogramRow } from '#src/features/monitoring/latency/Histogram.tsx'

/** Maximum characters of one line of the tail. */
const MAX_LINE_LENGTH = 160

/** One line of the tail: a message, or a gap of messages that were not loaded. */
type TailLine =
  | {
      readonly kind: 'message'
      readonly id: string
      readonly when: string
      readonly name: string
      readonly text: string
    }
  | { readonly kind: 'gap'; readonly id: string; readonly missing: number }

function textOf(data: unknown, path: ParsedPath): string {
  if (!path.ok || path.value.length === 0) return compactJson(data).slice(0, MAX_LINE_LENGTH)
  const { matches } = select(data, path.value)
  return matches.length === 0
    ? 'nothing at this path'
    : matches
        .map(({ value }) => compactJson(value))
        .join(', ')
        .slice(0, MAX_LINE_LENGTH)
}

/** Number of messages missing between two adjacent entries; 0 without sequence numbers or across epochs. */
function missingBetween(newer: StreamEntry, older: StreamEntry | undefined): number {
  if (older?.seq === undefined || newer.seq === undefined || older.epoch !== newer.epoch) return 0
  return Math.max(0, newer.seq - older.seq - 1)
}

/** The latest messages of a stream as lines, newest first. */
export function tailLines(entries: readonly StreamEntry[], path: ParsedPath): readonly TailLine[] {
  return entries.flatMap((entry, index): TailLine[] => {
    const id = entry.messageId ?? `running ${entry.receivedAt}`
    const missing = missingBetween(entry, entries[index + 1])
    return [
      {
        kind: 'message',
        id,
        when: formatPrecise(entry.timestamp),
        name: entry.messageId ?? NOT_AVAILABLE,
        text: textOf(entry.data, path),
      },
      ...(missing > 0 ? [{ kind: 'gap' as const, id: `after ${id}`, missing }] : []),
    ]
  })
}

/** Minimum interval between updates, in ms. */
const THROTTLE_MS = 250

interface StreamDetail {
  /** Undefined while the stream is unknown. */
  readonly record: StreamRecord | undefined
  readonly entries: readonly StreamEntry[]
}

type FetchState = { readonly kind: 'fetching' } | FetchResult

/** Live details of a stream, or those at the time `isLive` became false. */
function useStreamDetail(key: string, isLive: boolean): StreamDetail {
  const { records } = useServices().streams
  const { history } = useMonitoring()
  const detail$ = useMemo(
    () =>
      combineLatest([records.record(key), history(key)]).pipe(
        throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
        map(([record, entries]): StreamDetail => ({ record, entries })),
      ),
    [records, history, key],
  )
  const live = useObservableEagerState(detail$)
  const [frozen, setFrozen] = useState(live)
  // Freezes the value shown when live updates are switched off.
  if (isLive && frozen !== live) setFrozen(live)
  return isLive ? live : frozen
}

/** Fetches the latest message on mount, and the last fifteen on refresh. */
function useFetching(key: string): { readonly state: FetchState; readonly refresh: () => void } {
  const { fetchLatest, loadHistory } = useMonitoring()
  const [state, setState] = useState<FetchState>({ kind: 'fetching' })
  const [request, setRequest] = useState<Observable<FetchResult>>(() => fetchLatest(key))
  useEffect(() => {
    const running: Subscription = request.subscribe(setState)
    return () => running.unsubscribe()
  }, [request])
  const refresh = useCallback(() => {
    setState({ kind: 'fetching' })
    const more$ = loadHistory([key], STREAMS.historyManualRefresh).pipe(ignoreElements())
    setRequest(concat(more$, fetchLatest(key)))
  }, [fetchLatest, loadHistory, key])
  return { state, refresh }
}

interface TailProps {
  /** Newest first. */
  readonly entries: readonly StreamEntry[]
  readonly path: ParsedPath
}

/** The latest messages, one line each. */
function Tail({ entries, path }: TailProps) {
  const lines = useMemo(() => tailLines(entries, path), [entries, path])
  return (
    <section aria-label="Latest messages" title={RAW_FIGURES} className={css.tail} {...FOCUSABLE}>
      {lines.length === 0 ? <p className={css.gap}>Nothing yet. New messages appear here.</p> : null}
      <ol>
        {lines.map((line) =>
          line.kind === 'gap' ? (
            <li key={line.id} className={css.gap}>
              {line.missing} {line.missing === 1 ? 'message' : 'messages'} not loaded
            </li>
          ) : (
            <li key={line.id} className={css.line}>
              <span className={css.lineHeader}>
                <time>{line.when}</time>
                <span>{line.name}</span>
              </span>
              <span className={css.lineText}>{line.text}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

/** Latency and loss of one stream. */
function StreamQuality({ streamKey }: { readonly streamKey: string }) {
  const { quality } = useMonitoring()
  const quality$ = useMemo(() => quality.stream(streamKey), [quality, streamKey])
  return (
    <HistogramRow name="Latency to paint, last 60 minutes" quality={useObservableEagerState(quality$)} of="stream" />
  )
}

const RawMessage = lazy(() => import('./RawMessage.tsx'))
/** Height of the search, the tabs and a full table. */
const LOADING_HEIGHT = 'calc(50vh + 130px)'

export interface StreamDialogProps {
  /** Key of the open stream; undefined while the dialog is closed. */
  readonly streamKey: string | undefined
  readonly path: string
  readonly onPath: (path: string) => void
  readonly view: RawView
  readonly onView: (view: RawView) => void
  readonly onClose: () => void
}

const STATE_TEXTS: Record<Exclude<FetchState['kind'], 'failed'>, string> = {
  fetching: 'Fetching the latest message…',
  message: '',
  empty: 'The stream has no message.',
}

interface DetailsProps extends Pick<StreamDialogProps, 'path' | 'onPath' | 'view' | 'onView'> {
  readonly streamKey: string
}

function Details({ streamKey, path, onPath, view, onView }: DetailsProps) {
  const [isLive, setIsLive] = useState(true)
  const { record, entries } = useStreamDetail(streamKey, isLive)
  const { state, refresh } = useFetching(streamKey)
  const market = useObservableEagerState(useServices().streams.market$)
  const wallNow = useNow(marketDisplayMs(market))
  const now = market === undefined ? wallNow : marketTime(market, wallNow)
  const [typed, setTyped] = useDebouncedValue(path, onPath)
  const parsed = useMemo(() => parsePath(typed), [typed])
  const { category, subcategory } = parseStreamKey(streamKey)
  const figures = figuresOf(kindOf({ category, subcategory }).kind)
  const updated = timeText(record === undefined || record.data === null ? undefined : record.timestamp, now)
  return (
    <div className={layout.stack[4]}>
      <KeyValueList
        items={[
          { label: 'Source', value: market?.market.label ?? NOT_AVAILABLE },
          { label: 'Key', value: streamKey, mono: true },
          { label: 'Category', value: category === '' ? NOT_AVAILABLE : humanize(category) },
          {
            label: 'Status',
            value:
              record === undefined ? NOT_AVAILABLE : <Badge tone={STREAM_TONES[record.status]}>{record.status}</Badge>,
          },
          { label: 'Message count', value: formatNumber(record?.messageCount ?? 0) },
          { label: 'Last message id', value: record?.messageId ?? NOT_AVAILABLE, mono: true },
          {
            label: 'Last update',
            value: `${updated.value} · ${updated.detail}${record === undefined || record.data === null ? '' : ` ${zoneName()}`}`,
          },
          ...figureRows(figures),
        ]}
      />
      <div className={css.bar}>
        <output className={css.state}>{state.kind === 'failed' ? '' : STATE_TEXTS[state.kind]}</output>
        <div className={layout.wrap[2]}>
          <Switch label="Live tail" checked={isLive} onChange={setIsLive} />
          <Button size="small" onClick={refresh} busy={state.kind === 'fetching'} busyText="Refreshing">
            Refresh
          </Button>
        </div>
      </div>
      {state.kind === 'failed' ? (
        <Alert tone="danger">
          Failed to fetch stream data: {state.error}
          {record === undefined || record.data === null ? '' : ' Showing the data received before.'}
        </Alert>
      ) : null}
      <StreamQuality streamKey={streamKey} />
      <ErrorBoundary message="The message could not be shown">
        <Suspense fallback={<Skeleton height={LOADING_HEIGHT} />}>
          <RawMessage
            data={record?.data ?? null}
            path={typed}
            onPath={setTyped}
            {...{ streamKey, entries, parsed, view, onView }}
          />
        </Suspense>
      </ErrorBoundary>
      <h3 className={css.heading}>Latest messages ({zoneName()})</h3>
      <Tail entries={entries} path={parsed} />
    </div>
  )
}

/** Details of one stream. Closes on Escape, a click outside and its button. */
export function StreamDialog({ streamKey, onClose, ...details }: StreamDialogProps) {
  const [last, setLast] = useState(streamKey)
  // Keeps showing the last stream while closing.
  if (streamKey !== undefined && streamKey !== last) setLast(streamKey)
  const shown = streamKey ?? last
  const view = shown === undefined ? undefined : viewOf({ ...parseStreamKey(shown), key: shown, data: null })
  return (
    <Dialog
      open={streamKey !== undefined}
      onClose={onClose}
      title={view === undefined ? 'Stream' : `${view.title} · ${view.label}`}
      size="large"
    >
      {shown === undefined ? null : <Details key={shown} streamKey={shown} {...details} />}
    </Dialog>
  )
}
