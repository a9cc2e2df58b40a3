import { droppedOf } from '../browser.ts'
import { figureOf, percentile, type Figure } from '../figures.ts'
import type { Phase } from './phase.ts'

const FRAME_MS = 1_000 / 60

export const percentileOf = (values: readonly number[], share: number): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    share,
  )

/** Microseconds of the main thread per message that was taken in. */
export const costOf = ({ mainMs, sent, drained }: Phase): number => (mainMs * 1_000) / (sent * Math.max(0.01, drained))
/** The cost without that of an idle page: its frames, and the frame counter. */
export function costBeyond(rest: readonly Phase[]): (phase: Phase) => number {
  const { median: msPerSecond } = figureOf(rest.map(({ mainMs, seconds }) => mainMs / seconds))
  return (phase) => costOf({ ...phase, mainMs: phase.mainMs - msPerSecond * phase.seconds })
}
/** In frames, from the server's stamp to the frame that paints it. */
export const ageOf = ({ ages }: Phase): number => percentileOf(ages, 0.99) / FRAME_MS
export const waitOf = ({ waits }: Phase): number => percentileOf(waits, 0.99) / FRAME_MS

const shown = ({ median, spread }: Figure, digits: number) =>
  !Number.isFinite(median)
    ? '-'
    : `${median.toFixed(digits)} ±${Math.round((Number.isFinite(spread) ? spread : 0) * 100)}%`

/** One row of measurements per name: medians over the rounds and half of their range. */
export function tableOf(rounds: ReadonlyMap<string, readonly Phase[]>): Record<string, Record<string, string>> {
  const columns: readonly (readonly [string, (phase: Phase) => number, number])[] = [
    ['main thread us/message', costOf, 1],
    ['busy %', ({ mainMs, seconds }) => mainMs / seconds / 10, 0],
    ['drained %', ({ drained }) => Math.min(1, drained) * 100, 1],
    ['dropped %', droppedOf, 1],
    ['frames/s', ({ frames, seconds }) => frames / seconds, 0],
  ]
  return Object.fromEntries(
    [...rounds].map(([name, phases]) => [
      name,
      Object.fromEntries(columns.map(([column, pick, digits]) => [column, shown(figureOf(phases.map(pick)), digits)])),
    ]),
  )
}

export interface GoalResult {
  readonly bar: string
  readonly what: string
  readonly goal: string
  readonly measured: string
  readonly result: string
}

/** Compares a measurement with its goal; a miss counts only beyond the spread. */
export function compareWithGoal(
  bar: string,
  what: string,
  values: readonly number[],
  { most, least, unit = '', digits = 2 }: { most?: number; least?: number; unit?: string; digits?: number },
): GoalResult {
  const figure = figureOf(values)
  const { median } = figure
  const spread = Number.isFinite(figure.spread) ? figure.spread : 0
  const goal = most === undefined ? `>= ${least}${unit}` : `<= ${most}${unit}`
  const isMet = most === undefined ? median >= (least ?? 0) : median <= most
  const isNear = most === undefined ? median * (1 + spread) >= (least ?? 0) : median * (1 - spread) <= most
  return {
    bar,
    what,
    goal,
    measured: `${median.toFixed(digits)}${unit} ±${Math.round(spread * 100)}%`,
    result: isMet ? 'met' : isNear ? 'missed within the spread' : 'MISSED',
  }
}

/** Compares rounds pairwise, so that other load on the machine affects both. */
export const ratios = (own: readonly Phase[], other: readonly Phase[], pick: (phase: Phase) => number): number[] =>
  own.flatMap((phase, round) => (other[round] ? [pick(phase) / pick(other[round])] : []))
