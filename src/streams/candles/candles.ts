import { BehaviorSubject, filter, map, merge, Subject, timer, type Observable, type Subscription } from 'rxjs'
import type { Provenance } from '#contract/provenance.ts'
import type { Inbox } from '../inbox.ts'
import { keepDue } from '../kept.ts'
import type { MarketReading } from '../market.ts'
import { createPainted } from '../painted.ts'
import type { HistoryAnswer, StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { keepChart, readChart, readUpdate } from './cached.ts'
import { chartOf, foldChart, START, timeOf, type Answered, type ChartAction, type ChartWindow } from './chart.ts'
import { toFeed, type ChartFeed } from './feed.ts'
import { historyLoads } from './history.ts'
import { isPlausible, tickOf } from './tick.ts'
import type { Row } from './window.ts'

/** The live candles of the default pair. */
export interface Candles {
  /** Its present value at once, then at most one per painted frame. */
  readonly window$: Observable<ChartWindow>
  /** The same for a chart that keeps its own candles. */
  readonly feed$: Observable<ChartFeed>
}

interface CandleDeps {
  readonly ports: StreamPorts
  readonly inbox: Inbox
  readonly market: () => MarketReading | undefined
  /** Told of where a history comes from, before it is judged. */
  readonly observe: (provenance: Provenance | undefined) => void
  readonly report: (problem: Problem) => void
  /** Called when candles that were missing were read anew. */
  readonly refilled: () => void
}

export function createCandles(deps: CandleDeps): Candles & { start: () => Subscription } {
  const { ports, inbox, market, observe, report, refilled } = deps
  const { now, paint, timers } = ports
  const shown = new BehaviorSubject<ChartWindow>(chartOf(START))
  const refuse = (text: string, count: number) => report({ kind: 'candle', text, count, at: now() })

  function isReal({ candle, receivedAt }: Row): boolean {
    if (isPlausible(candle, market(), receivedAt)) return true
    refuse('Impossible live candle refused', 1)
    return false
  }

  /** The answer without candles that cannot be. */
  function sift(answer: HistoryAnswer): HistoryAnswer {
    if (answer.kind === 'failed') report({ kind: 'history', text: answer.error, count: 1, at: now() })
    if (answer.kind !== 'history') return answer
    const { history } = answer
    observe(history.provenance)
    const candles = history.candles.filter((candle) => isPlausible(candle, market(), now()))
    const refused = history.refused + history.candles.length - candles.length
    if (refused > 0) refuse('Impossible candles of the history refused', refused)
    return candles.length === 0 ? { kind: 'not-candles' } : { kind: 'history', history: { ...history, candles } }
  }

  function start(): Subscription {
    const holes = new Subject<void>()
    let model = START
    let isLacking = false
    let keptWindow = START.window
    const painted = createPainted(paint, () => shown.next(chartOf(model, shown.value)))

    function apply(action: ChartAction): void {
      const before = model
      model = foldChart(before, action)
      if (model === before) return
      painted.mark()
      if (model.window.holes > before.window.holes) holes.next()
    }

    function answered(action: Answered): void {
      const hadFailed = model.load === 'failed'
      const answer = sift(action.answer)
      apply({ ...action, answer })
      if (hadFailed && answer.kind !== 'failed') ports.recovered()
      if (!isLacking || answer.kind !== 'history') return
      isLacking = false
      refilled()
    }

    /** What an earlier visit left is shown at once, each part until its time is over. */
    function restore(): void {
      const update = readUpdate(ports.cache)
      const chart = readChart(ports.cache, update)
      const until = (expiresAt: number, action: ChartAction) =>
        running.add(timer(expiresAt - now(), timers).subscribe(() => apply(action)))
      if (update !== undefined) {
        apply({ type: 'keptUpdate', update })
        until(update.expiresAt, { type: 'keptUpdate', update: undefined })
      }
      if (chart !== undefined) {
        const { expiresAt, ...kept } = chart
        const candles = kept.candles.filter((candle) => isPlausible(candle, market(), now()))
        apply({ type: 'kept', ...kept, candles })
        until(expiresAt, { type: 'expired' })
      }
    }

    function keep(): void {
      const { last } = model.window
      if (model.window === keptWindow || last === undefined) return
      keptWindow = model.window
      keepChart(ports.cache, model.window, timeOf(last))
    }

    const running = ports.link$.subscribe((link) => apply({ type: 'link', link }))
    restore()
    running.add(
      inbox.live$.subscribe((run) => {
        for (const arrival of run) {
          const row = tickOf(arrival)
          if (row !== undefined && isReal(row)) apply({ type: 'tick', row })
        }
      }),
    )
    const lacks$ = merge(inbox.gaps$.pipe(filter(({ type }) => type === 'LiveUpdate')), holes)
    running.add(lacks$.subscribe(() => (isLacking = true)))
    // A new connection or a gap means that minutes may be missing; in fallback polls take the place of the live feed.
    const reasons$ = merge(inbox.acks$.pipe(filter(({ feed }) => feed === 'tdp')), lacks$, ports.pollDue$)
    running.add(historyLoads(ports, reasons$).subscribe(answered))
    running.add(keepDue(ports.cache, timers).subscribe(keep))
    running.add(() => {
      keep()
      painted.stop()
      shown.next(chartOf(START))
    })
    return running
  }

  return {
    window$: shown.asObservable(),
    feed$: toFeed(shown.pipe(map(({ candles }) => candles))),
    start,
  }
}
