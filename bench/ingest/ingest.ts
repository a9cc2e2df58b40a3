// Cost of ingesting live data compared with JSON.parse alone: parse, validate, number, sort into eight categories with
// thirty subscribers, one notification per painted frame. Prints ratios and asserts nothing. Run by ./run.ts.
import { animationFrameScheduler, asyncScheduler, BehaviorSubject, NEVER, Subject } from 'rxjs'
import { createStreams, DEFAULT_VIEW, type FeedFrame } from '#src/streams/index.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { busyMarket, CATEGORIES } from './messages.ts'
import { parseFrame } from '#src/transport/socket/socket.ts'

const MESSAGES = 40_000
const WARM_UP = 3
const ROUNDS = 9
/** Messages per painted frame at 10,000 a second and 60 frames. */
const PER_PAINT = 166

const due = new Map<number, FrameRequestCallback>()
let ids = 0
globalThis.requestAnimationFrame = (callback) => {
  ids += 1
  due.set(ids, callback)
  return ids
}
globalThis.cancelAnimationFrame = (id) => void due.delete(id)
function paint(): void {
  const callbacks = [...due.values()]
  due.clear()
  for (const callback of callbacks) callback(0)
}

function client() {
  const frames$ = new Subject<FeedFrame>()
  const streams = createStreams({
    frames$,
    link$: new BehaviorSubject({ status: 'connected', wasConnected: true, isUnavailable: false } as const),
    pollDue$: NEVER,
    fetchCandles: () => new Promise(() => undefined),
    recovered: () => undefined,
    ...inertPorts(),
    now: () => Date.now(),
    timers: asyncScheduler,
    paint: animationFrameScheduler,
  })
  let notified = 0
  const count = () => void (notified += 1)
  for (let index = 0; index < 28; index += 1) {
    streams.records.category(CATEGORIES[index % CATEGORIES.length] ?? '').subscribe(count)
  }
  streams.candles.window$.subscribe(count)
  streams.pastCandles(DEFAULT_VIEW).changes$.subscribe(count)
  const running = streams.start()
  return { frames$, notified: () => notified, stop: () => running.unsubscribe() }
}

const texts = busyMarket(MESSAGES).map((message) => JSON.stringify(message))
const batches = (size: number) =>
  size === 1
    ? texts
    : Array.from(
        { length: Math.ceil(MESSAGES / size) },
        (_, index) => `[${texts.slice(index * size, (index + 1) * size).join(',')}]`,
      )

/** Processor time in ms: unlike wall time it excludes other programs. */
function timed(work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const spread = (values: readonly number[]) =>
  `±${Math.round(((Math.max(...values) - Math.min(...values)) / 2 / median(values)) * 100)}%`

function measure(size: number) {
  const frames = batches(size)
  const bare: number[] = []
  const whole: number[] = []
  let notified = 0
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const parsing = timed(() => {
      for (const text of frames) JSON.parse(text)
    })
    const { frames$, stop, ...held } = client()
    const taking = timed(() => {
      let unpainted = 0
      for (const text of frames) {
        frames$.next({ feed: 'tdp', frame: parseFrame(text) })
        unpainted += size
        if (unpainted < PER_PAINT) continue
        unpainted = 0
        paint()
      }
    })
    notified = held.notified()
    stop()
    if (round < WARM_UP) continue
    bare.push(parsing)
    whole.push(taking)
  }
  const perSecond = (ms: number) => `${Math.round(MESSAGES / ms)}k/s`
  // Round by round, so that other load on the machine affects both.
  const ratios = bare.map((ms, round) => ms / (whole[round] ?? Infinity))
  console.log(
    `${size} a frame: JSON.parse ${perSecond(median(bare))} ${spread(bare)}, whole path ${perSecond(median(whole))} ${spread(whole)}, ` +
      `rate ${median(ratios).toFixed(2)}x ${spread(ratios)} of bare (goal 0.66x), ${(notified / MESSAGES).toFixed(3)} notifications a message`,
  )
}

const bytes = texts.reduce((sum, text) => sum + text.length, 0) / MESSAGES
console.log(
  `${MESSAGES} messages of ${Math.round(bytes)} characters, 8 categories, 30 subscribers, ${ROUNDS} rounds, medians`,
)
for (const size of [1, 16, 160]) measure(size)
