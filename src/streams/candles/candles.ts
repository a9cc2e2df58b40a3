import { BehaviorSubject, filter, map, merge, Subject, type Observable, type Subscription } from 'rxjs'
import type { Inbox } from '../inbox.ts'
import type { MarketReading } from '../market.ts'
import { createPainted } from '../painted.ts'
import type { HistoryAnswer, StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { chartOf, foldChart, START, type Answered, type ChartAction, type ChartWindow } from './chart.ts'
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
  readonly report: (problem: Problem) => void
  /** Called when candles that were missing were read anew. */
  readonly refilled: () => void
}

export function createCandles({
  ports,
  inbox,
  market,
  report,
  refilled,
}: CandleDeps): Candles & { start: () => Subscription } {
  const { now, paint } = ports
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
    const candles = history.candles.filter((candle) => isPlausible(candle, market(), now()))
    const refused = history.refused + history.candles.length - candles.length
    if (refused > 0) refuse('Impossible candles of the history refused', refused)
    return candles.length === 0 ? { kind: 'not-candles' } : { kind: 'history', history: { ...history, candles } }
  }

  function start(): Subscription {
    const holes = new Subject<void>()
    let model = START
    let isLacking = false
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

    const running = ports.link$.subscribe((link) => apply({ type: 'link', link }))
    running.add(
      inbox.live$.subscribe((arrival) => {
        const row = tickOf(arrival)
        if (row !== undefined && isReal(row)) apply({ type: 'tick', row })
      }),
    )
    const lacks$ = merge(inbox.gaps$.pipe(filter(({ type }) => type === 'LiveUpdate')), holes)
    running.add(lacks$.subscribe(() => (isLacking = true)))
    // A new connection or a gap means that minutes may be missing; in fallback polls take the place of the live feed.
    const reasons$ = merge(inbox.acks$.pipe(filter(({ feed }) => feed === 'tdp')), lacks$, ports.pollDue$)
    running.add(historyLoads(ports, reasons$).subscribe(answered))
    running.add(() => {
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
