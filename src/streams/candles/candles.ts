import { BehaviorSubject, filter, map, merge, Subject, timer, type Observable, type Subscription } from 'rxjs'
import type { Provenance } from '#contract/provenance.ts'
import type { MessageRouter } from '../message-router.ts'
import { persistDue$ } from '../cache-entry.ts'
import type { MarketSnapshot } from '../market.ts'
import { coalescePerFrame } from '../coalesce-per-frame.ts'
import type { HistoryResult, StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { writeChart, readCachedChart, readCachedUpdate } from './cached.ts'
import {
  chartOf,
  foldChart,
  INITIAL_CHART,
  marketTimeOf,
  type HistoryLoad,
  type ChartAction,
  type ChartWindow,
} from './chart.ts'
import { toFeed, type ChartFeed } from './feed.ts'
import { historyLoads } from './history.ts'
import { isPlausible, tickOf } from './tick.ts'
import type { CandleRow } from './candle-window.ts'

/** Live candles of the default pair. */
export interface Candles {
  /** Emits the current value on subscription, then at most once per frame. */
  readonly window$: Observable<ChartWindow>
  /** The same as incremental updates, for a chart that stores its own candles. */
  readonly feed$: Observable<ChartFeed>
}

interface CandleDeps {
  readonly ports: StreamPorts
  readonly router: MessageRouter
  readonly market: () => MarketSnapshot | undefined
  /** Called with the provenance of a loaded history before its candles are validated. */
  readonly observeProvenance: (provenance: Provenance | undefined) => void
  readonly report: (problem: Problem) => void
  /** Called after missing candles were reloaded. */
  readonly onGapFilled: () => void
}

export function createCandles(deps: CandleDeps): Candles & { start: () => Subscription } {
  const { ports, router, market, observeProvenance, report, onGapFilled } = deps
  const { now, paint, timers } = ports
  const shown = new BehaviorSubject<ChartWindow>(chartOf(INITIAL_CHART))
  const reportRejected = (text: string, count: number) => report({ kind: 'candle', text, count, at: now() })

  function checkPlausible({ candle, receivedAt }: CandleRow): boolean {
    if (isPlausible(candle, market(), receivedAt)) return true
    reportRejected('Impossible live candle refused', 1)
    return false
  }

  /** The result without implausible candles. */
  function filterPlausible(result: HistoryResult): HistoryResult {
    if (result.kind === 'failed') report({ kind: 'history', text: result.error, count: 1, at: now() })
    if (result.kind !== 'history') return result
    const { history } = result
    observeProvenance(history.provenance)
    const candles = history.candles.filter((candle) => isPlausible(candle, market(), now()))
    const rejected = history.refused + history.candles.length - candles.length
    if (rejected > 0) reportRejected('Impossible candles of the history refused', rejected)
    return candles.length === 0 ? { kind: 'not-candles' } : { kind: 'history', history: { ...history, candles } }
  }

  function start(): Subscription {
    const missingMinutes$ = new Subject<void>()
    let model = INITIAL_CHART
    let hasGap = false
    let persistedWindow = INITIAL_CHART.window
    const publication = coalescePerFrame(paint, () => shown.next(chartOf(model, shown.value)))

    function apply(action: ChartAction): void {
      const before = model
      model = foldChart(before, action)
      if (model === before) return
      publication.invalidate()
      if (model.window.missingCount > before.window.missingCount) missingMinutes$.next()
    }

    function applyHistory(action: HistoryLoad): void {
      const hadFailed = model.load === 'failed'
      const result = filterPlausible(action.result)
      apply({ ...action, result })
      if (hadFailed && result.kind !== 'failed') ports.recovered()
      if (!hasGap || result.kind !== 'history') return
      hasGap = false
      onGapFilled()
    }

    /** Shows cached data until it expires. */
    function restoreCache(): void {
      const update = readCachedUpdate(ports.cache)
      const chart = readCachedChart(ports.cache, update)
      const scheduleAt = (expiresAt: number, action: ChartAction) =>
        running.add(timer(expiresAt - now(), timers).subscribe(() => apply(action)))
      if (update !== undefined) {
        apply({ type: 'cachedUpdate', update })
        scheduleAt(update.expiresAt, { type: 'cachedUpdate', update: undefined })
      }
      if (chart !== undefined) {
        const { expiresAt, ...cached } = chart
        const candles = cached.candles.filter((candle) => isPlausible(candle, market(), now()))
        apply({ type: 'cached', ...cached, candles })
        scheduleAt(expiresAt, { type: 'expired' })
      }
    }

    function persist(): void {
      const { last } = model.window
      if (model.window === persistedWindow || last === undefined) return
      persistedWindow = model.window
      writeChart(ports.cache, model.window, marketTimeOf(last))
    }

    const running = ports.link$.subscribe((link) => apply({ type: 'link', link }))
    restoreCache()
    running.add(
      router.live$.subscribe((batch) => {
        for (const received of batch) {
          const row = tickOf(received)
          if (row !== undefined && checkPlausible(row)) apply({ type: 'tick', row })
        }
      }),
    )
    const gaps$ = merge(router.gaps$.pipe(filter(({ type }) => type === 'LiveUpdate')), missingMinutes$)
    running.add(gaps$.subscribe(() => (hasGap = true)))
    // A new connection or a gap may have lost minutes; in fallback, polling replaces the live feed.
    const triggers$ = merge(router.acks$.pipe(filter(({ feed }) => feed === 'tdp')), gaps$, ports.pollDue$)
    running.add(historyLoads(ports, triggers$).subscribe(applyHistory))
    running.add(persistDue$(ports.cache, timers).subscribe(persist))
    running.add(() => {
      persist()
      publication.cancel()
      shown.next(chartOf(INITIAL_CHART))
    })
    return running
  }

  return {
    window$: shown.asObservable(),
    feed$: toFeed(shown.pipe(map(({ candles }) => candles))),
    start,
  }
}
