import {
  auditTime,
  BehaviorSubject,
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  of,
  pairwise,
  scan,
  share,
  skip,
  startWith,
  Subject,
  Subscription,
  switchMap,
  throttleTime,
  timer,
  type Observable,
} from 'rxjs'
import { CHART, STREAMS } from '#contract/limits.ts'
import type { Inbox } from '../inbox.ts'
import type { MarketReading } from '../market.ts'
import type { CandleHistory, HistoryAnswer, StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { chartOf, foldChart, START, type Answered, type ChartAction, type ChartWindow } from './chart.ts'
import { toFeed, type ChartFeed } from './feed.ts'
import { exhaustTrailing } from './reload.ts'
import { isPlausible, tickOf } from './tick.ts'

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
}

/** One loss shows itself in several ways at once; together they are one reason to load the history. */
const SAME_REASON_MS = 20
/** Between two loads of the history, so that a feed full of holes does not become a flood of requests. */
const LOAD_PAUSE_MS = 1_000

export function createCandles({ ports, inbox, market, report }: CandleDeps): Candles & { start: () => Subscription } {
  const { now, paint } = ports
  const shown = new BehaviorSubject<ChartWindow>(chartOf(START))

  const refuse = (text: string, count: number) => report({ kind: 'candle', text, count, at: now() })

  const ticks$ = inbox.live$.pipe(
    map(tickOf),
    filter((tick) => tick !== undefined),
    filter(({ candle }) => {
      const isReal = isPlausible(candle, market(), now())
      if (!isReal) refuse('Impossible live candle refused', 1)
      return isReal
    }),
    map((tick): ChartAction => ({ type: 'tick', tick })),
  )

  function sift(history: CandleHistory): HistoryAnswer {
    const candles = history.candles.filter((candle) => isPlausible(candle, market(), now()))
    const refused = history.refused + history.candles.length - candles.length
    if (refused > 0) refuse('Impossible candles of the history refused', refused)
    return candles.length === 0 ? { kind: 'not-candles' } : { kind: 'history', history: { ...history, candles } }
  }

  const load$ = defer(() => {
    const requestedAt = now()
    return from(ports.fetchCandles(CHART.kept)).pipe(
      catchError((error: unknown) => of<HistoryAnswer>({ kind: 'failed', error: String(error) })),
      map((answer): Answered => {
        if (answer.kind === 'failed') report({ kind: 'history', text: answer.error, count: 1, at: now() })
        return {
          type: 'answered',
          answer: answer.kind === 'history' ? sift(answer.history) : answer,
          requestedAt,
          receivedAt: now(),
        }
      }),
    )
  })

  function start(): Subscription {
    const holes = new Subject<number>()
    const answers = new Subject<Answered>()
    // A new connection or a hole means that minutes may be missing; a failed load is tried again; polling is the fallback.
    const reasons$ = merge(
      inbox.acks$.pipe(filter(({ feed }) => feed === 'tdp')),
      inbox.gaps$.pipe(filter(({ type }) => type === 'LiveUpdate')),
      holes.pipe(startWith(START.window.holes), distinctUntilChanged(), skip(1)),
      answers.pipe(switchMap(({ answer }) => (answer.kind === 'history' ? EMPTY : timer(STREAMS.fallbackPollMs)))),
      ports.pollDue$,
    ).pipe(auditTime(SAME_REASON_MS), startWith(undefined))
    const loads$ = reasons$.pipe(exhaustTrailing(() => concat(load$, timer(LOAD_PAUSE_MS).pipe(ignoreElements()))))
    const recoveries$ = answers.pipe(
      map(({ answer }) => answer.kind === 'failed'),
      pairwise(),
      filter(([hadFailed, hasFailed]) => hadFailed && !hasFailed),
      map(() => undefined),
    )
    const link$ = ports.link$.pipe(map((link): ChartAction => ({ type: 'link', link })))

    const model$ = merge(link$, ticks$, answers).pipe(scan(foldChart, START), distinctUntilChanged(), share())
    const running = new Subscription()
    running.add(
      model$
        .pipe(throttleTime(0, paint, { leading: true, trailing: true }), map(chartOf))
        .subscribe((window) => shown.next(window)),
    )
    running.add(model$.subscribe(({ window }) => holes.next(window.holes)))
    running.add(recoveries$.subscribe(ports.recovered))
    running.add(loads$.subscribe(answers))
    running.add(() => shown.next(chartOf(START)))
    return running
  }

  return {
    window$: shown.asObservable(),
    feed$: toFeed(shown.pipe(map(({ candles }) => candles))),
    start,
  }
}
