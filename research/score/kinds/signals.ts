import type { PairId } from '#contract/pairs.ts'
import type { RecordGroup, ScoreCollector } from '../types.ts'

const HOUR_S = 3_600

/** Whether price has moved the way of the cross-timeframe signal an hour later. */
export function signalRecords(pair: PairId, { signals, minutes }: ScoreCollector): RecordGroup[] {
  const closeAt = new Map(minutes.map(({ timestamp, close }) => [timestamp + 60, close]))
  const moveFrom = (time: number): number | undefined => {
    const [from, to] = [closeAt.get(time), closeAt.get(time + HOUR_S)]
    return from === undefined || to === undefined ? undefined : to - from
  }
  const moves = [...closeAt.keys()].flatMap((time) => (time % HOUR_S === 0 ? (moveFrom(time) ?? []) : []))
  const chanceOf = (direction: number) =>
    moves.filter((move) => direction * move > 0).length / Math.max(1, moves.length)
  const chances = { up: chanceOf(1), down: chanceOf(-1) }
  const cases = signals.flatMap(({ time, direction, confidence }) => {
    const move = moveFrom(time)
    if (move === undefined) return []
    return [{ evidence: confidence, happened: direction * move > 0, chance: direction > 0 ? chances.up : chances.down }]
  })
  return [{ pair, claim: 'price moves the way of the cross-timeframe signal within an hour', cases }]
}
