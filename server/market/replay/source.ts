import { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import type { MarketDeps, MarketSource, MinuteEvent, SourceEvent, MarketClock } from '../ports.ts'
import { foldMinutes, openingOf, secondsOf } from '../store/fold.ts'
import { createHealthIssues } from '../health-issues.ts'
import { formatIssue, type Recording } from './recording.ts'
import { createPlayback, replayStart } from './playback.ts'

/** The market clock of a replay: stopped until `run`, then running at the given speed. */
interface ReplayClock extends MarketClock {
  /** Starts the clock, or continues a held one; without effect on a running one. */
  run(): void
  /** Stops the clock at the time it shows. */
  hold(): void
  /** Moves the clock forward to a time in unix milliseconds. */
  jump(to: number): void
}

function createReplayClock(startMs: number, speed: number, now: () => number): ReplayClock {
  let marketMs = startMs
  let wallMs: number | undefined
  const read = () => (wallMs === undefined ? marketMs : marketMs + (now() - wallMs) * speed)

  return {
    speed,
    now: read,
    run() {
      wallMs ??= now()
    },
    hold() {
      marketMs = read()
      wallMs = undefined
    },
    jump(to) {
      marketMs = to
      wallMs = now()
    },
  }
}

/** Minimum and maximum time between two clock checks. */
const MIN_WAIT_MS = 10
const MAX_WAIT_MS = 60_000
/** Longest time that the replay reports minutes without yielding to the event loop. */
const SLICE_MS = 10
/** Gaps of all pairs longer than this are skipped. */
const JUMP_ABOVE_MS = 86_400_000

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Plays a recording with its original exchange times and a market clock to match; absent minutes stay absent. At a speed that
 * the process cannot keep up with, the market clock is held while it catches up.
 */
export function createReplaySource(recording: Recording, speed: number, deps: MarketDeps): MarketSource {
  const startS = replayStart(recording)
  const clock = createReplayClock(startS * 1000, speed, deps.now)
  // Outside the observable, so that a new subscription continues where the last one stopped.
  const playback = createPlayback(recording.minutes, startS, speed)
  let areConsumersBusy = () => false

  const events$ = new Observable<SourceEvent>((subscriber) => {
    const issues = createHealthIssues((reason) =>
      subscriber.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason }),
    )

    function skipGap(due: number): void {
      const from = clock.now()
      const to = openingOf(Math.floor(due / 1000), 'M1') * 1000
      clock.jump(to)
      issues.set('hole', `The recording has nothing from ${utc(from)} to ${utc(to)}; that was skipped.`)
    }

    function report(kind: MinuteEvent['kind'], pair: PairId, candle: Candle, exchangeTime: number): void {
      issues.clear('hole')
      subscriber.next({ kind, pair, candle, exchangeTime, receivedAt: deps.now() })
    }

    /** Plays up to the market time if there is time; returns when the next minute is due, undefined at the end. */
    function play(): number | undefined {
      const startedAt = deps.now()
      if (areConsumersBusy() || !playback.playTo(clock.now(), report, () => deps.now() - startedAt < SLICE_MS)) {
        clock.hold()
        return clock.now()
      }
      clock.run()
      for (const { pair, atMs } of playback.ended()) {
        issues.set(pair, `The recording of ${PAIRS[pair].label} ended at ${utc(atMs)}.`)
      }
      const due = playback.nextDue()
      if (due !== undefined && due - clock.now() > JUMP_ABOVE_MS) skipGap(due)
      return due
    }

    clock.run()
    subscriber.add(
      deps.scheduler.schedule(function (this) {
        const due = play()
        if (due === undefined) return
        const wait = (due - clock.now()) / speed
        this.schedule(undefined, Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, wait)))
      }),
    )
  })

  return {
    kind: 'replay',
    pauseWhile(isBusy) {
      areConsumersBusy = isBusy
    },
    label: `Replay · ${recording.name}`,
    pairs: PAIR_IDS.filter((pair) => recording.minutes.has(pair)),
    notices: recording.issues.map(formatIssue),
    recorded: (pair) => recording.minutes.get(pair),
    clock,
    history(pair, timeframe, limit) {
      const minutes = recording.minutes.get(pair)
      const until = openingOf(Math.floor(clock.now() / 1000), timeframe)
      const from = minutes?.indexFrom(until - limit * secondsOf(timeframe)) ?? 0
      const past = minutes?.slice(from, minutes.indexFrom(until)) ?? []
      return Promise.resolve([timeframe === 'M1' ? past : foldMinutes(past, timeframe)])
    },
    events$,
  }
}
