import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { MINUTE_S, openingOf, addVolumes } from '../store/fold.ts'
import type { Series } from '../store/series.ts'
import type { Recording } from './recording.ts'

/**
 * Stages through which a recorded minute may have passed, as far as its candle shows: in straight lines from the open to
 * the nearer extreme, to the other one, and to the close. The last stage is the recorded candle.
 * @param count number of stages, at least one
 * @param decimals of interpolated prices; recorded prices keep theirs
 */
export function stagesOf(candle: Candle, count: number, decimals: number): Candle[] {
  const { timestamp, open, high, low, close, volume } = candle
  const corners = close >= open ? [open, low, high, close] : [open, high, low, close]
  const stages: Candle[] = []
  let reachedHigh = open
  let reachedLow = open
  for (let stage = 1; stage < count; stage += 1) {
    const share = stage / count
    const price = onPath(corners, share, decimals, low, high)
    const passed = corners.slice(0, Math.floor(share * (corners.length - 1)) + 1)
    reachedHigh = Math.max(reachedHigh, price, ...passed)
    reachedLow = Math.min(reachedLow, price, ...passed)
    stages.push({
      timestamp,
      open,
      high: reachedHigh,
      low: reachedLow,
      close: price,
      volume: addVolumes(volume * share, 0),
    })
  }
  return [...stages, candle]
}

function onPath(corners: readonly number[], share: number, decimals: number, low: number, high: number): number {
  const at = share * (corners.length - 1)
  const from = corners[Math.floor(at)] ?? 0
  const to = corners[Math.floor(at) + 1] ?? from
  const price = Number((from + (to - from) * (at % 1)).toFixed(decimals))
  return Math.min(high, Math.max(low, price))
}

const MINUTE_MS = 60_000
/** The first quarter of a recording is history, but at least the chart's 500 minutes and at most a week. */
const HISTORY_MIN_S = 500 * MINUTE_S
const HISTORY_MAX_S = 7 * 86_400
/** Wall time between two stages of the running minute. */
const STAGE_WALL_MS = 400
const MAX_STAGES = 120

/** Unix seconds at which the history of a recording ends and its replay begins. */
export function replayStart(recording: Recording): number {
  const all = [...recording.minutes.values()]
  const firstS = Math.min(...all.map((minutes) => minutes.at(0)?.timestamp ?? Infinity))
  const endS = Math.max(...all.map((minutes) => (minutes.last()?.timestamp ?? 0) + MINUTE_S))
  const span = endS - firstS
  const history = Math.min(Math.max(span / 4, HISTORY_MIN_S), HISTORY_MAX_S, span / 2)
  return openingOf(Math.floor(firstS + history), 'M1')
}

export type ReportMinute = (kind: 'partial' | 'closed', pair: PairId, candle: Candle, exchangeTime: number) => void

/** Plays back the minutes of a recording, pair by pair. */
export interface Playback {
  /**
   * Reports everything up to a market time (unix milliseconds), in chronological order. Stops early, returning false, when
   * `hasTime` says so.
   */
  playTo(marketMs: number, report: ReportMinute, hasTime: () => boolean): boolean
  /** Market time of the next report; undefined at the end. */
  nextDue(): number | undefined
  /** Pairs that have ended, and the market time at which they did. */
  ended(): readonly { readonly pair: PairId; readonly atMs: number }[]
}

interface Track {
  readonly pair: PairId
  readonly minutes: Series
  /** Index of the next minute to close. */
  next: number
  /** Stages of that minute, and how many were emitted. */
  stages: readonly Candle[]
  emitted: number
}

export function createPlayback(minutes: Recording['minutes'], startS: number, speed: number): Playback {
  const stageCount = Math.min(MAX_STAGES, Math.max(2, Math.round(MINUTE_MS / speed / STAGE_WALL_MS)))
  // The last stage comes before the minute ends.
  const stageMs = MINUTE_MS / (stageCount + 1)
  const tracks = [...minutes].map(([pair, series]): Track => ({
    pair,
    minutes: series,
    next: series.indexFrom(startS),
    stages: [],
    emitted: 0,
  }))

  const upcoming = () =>
    tracks
      .flatMap((track) => {
        const minute = track.minutes.at(track.next)
        return minute ? [{ head: track, minute }] : []
      })
      .sort((a, b) => a.minute.timestamp - b.minute.timestamp)

  function emitStage(track: Track, minute: Candle, marketMs: number, report: ReportMinute): void {
    const openingMs = minute.timestamp * 1000
    const due = Math.min(stageCount, Math.floor((marketMs - openingMs) / stageMs))
    if (due <= track.emitted) return
    if (track.emitted === 0) track.stages = stagesOf(minute, stageCount, PAIRS[track.pair].priceDecimals)
    const stage = track.stages[due - 1]
    track.emitted = due
    if (stage) report('partial', track.pair, stage, Math.floor(openingMs + due * stageMs))
  }

  function close(track: Track, minute: Candle, report: ReportMinute): void {
    const endMs = minute.timestamp * 1000 + MINUTE_MS
    emitStage(track, minute, endMs - 1, report)
    report('closed', track.pair, minute, endMs)
    track.next += 1
    track.emitted = 0
  }

  return {
    playTo(marketMs, report, hasTime) {
      for (;;) {
        const [earliest] = upcoming()
        if (!earliest || earliest.minute.timestamp * 1000 + MINUTE_MS > marketMs) break
        if (!hasTime()) return false
        close(earliest.head, earliest.minute, report)
      }
      for (const { head: track, minute } of upcoming()) emitStage(track, minute, marketMs, report)
      return true
    },

    nextDue() {
      const dues = upcoming().map(
        ({ head: track, minute }) =>
          minute.timestamp * 1000 + (track.emitted < stageCount ? (track.emitted + 1) * stageMs : MINUTE_MS),
      )
      return dues.length === 0 ? undefined : Math.min(...dues)
    },

    ended: () =>
      tracks
        .filter(({ minutes: own, next }) => next >= own.length())
        .map(({ pair, minutes: own }) => ({ pair, atMs: ((own.last()?.timestamp ?? 0) + MINUTE_S) * 1000 })),
  }
}
