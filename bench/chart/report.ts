import { figureOf, type Figure } from '../figures.ts'
import { RATES, type Phase, type Round } from './measure.ts'

/** `uplot-legend` is uPlot with its legend, as it comes: like Pairbot's chart it says what the crosshair points at. `pairbot-four` is four charts at once. Those that end in `-all` show three overlays, two panes, twenty levels and fifty marks beside the candles. */
export const CONTENDERS = [
  'pairbot',
  'lightweight',
  'uplot',
  'uplot-legend',
  'klinecharts',
  'hand',
  'pairbot-all',
  'lightweight-all',
  'pairbot-four',
  'noop',
] as const
export type ContenderName = (typeof CONTENDERS)[number]
export type Results = Readonly<Record<ContenderName, readonly Round[]>>

/** ms per update or move with the empty page of the same round taken off, second for second. */
function cost(round: Round, empty: Round, pick: (round: Round) => Phase, ms: 'mainMs' | 'cpuMs'): number {
  const [own, idle] = [pick(round), pick(empty)]
  return (own[ms] - (idle[ms] / idle.seconds) * own.seconds) / own.count
}

type Measured = (round: Round, empty: Round) => number

const main =
  (pick: (round: Round) => Phase): Measured =>
  (round, empty) =>
    cost(round, empty, pick, 'mainMs')
const at =
  (rate: number) =>
  (round: Round): Phase => {
    const phase = round.updates[rate]
    if (!phase) throw new Error(`no phase at ${rate}/s`)
    return phase
  }

const COLUMNS: readonly (readonly [string, Measured])[] = [
  ['first paint ms', (round) => round.firstPaint],
  ['its main thread', (round, empty) => round.firstPaintMain - empty.firstPaintMain],
  ...RATES.map((rate): [string, Measured] => [`${rate}/s`, main(at(rate))]),
  ['CPU 60/s', (round, empty) => cost(round, empty, at(60), 'cpuMs')],
  ['crosshair', main((round) => round.crosshair)],
  ['pan', main((round) => round.pan)],
  ['heap MB', (round, empty) => round.heapMb - empty.heapMb],
]
const INERT = new Map<string, readonly ContenderName[]>([
  ['crosshair', ['hand', 'noop']],
  ['pan', ['hand', 'noop']],
])

/** All measurements: by column, then contender. */
export function tabulate(results: Results): ReadonlyMap<string, ReadonlyMap<ContenderName, Figure>> {
  return new Map(
    COLUMNS.map(([column, measured]) => [
      column,
      new Map(
        CONTENDERS.filter((name) => !INERT.get(column)?.includes(name)).map((name) => [
          name,
          figureOf(results[name].flatMap((round, i) => (results.noop[i] ? [measured(round, results.noop[i])] : []))),
        ]),
      ),
    ]),
  )
}

interface Bar {
  readonly bar: string
  readonly column: string
  readonly against: ContenderName
  readonly most: number
  /** The product's page; the plain one if absent. */
  readonly own?: ContenderName
}
const BARS: readonly Bar[] = [
  { bar: '1', column: '60/s', against: 'lightweight', most: 0.5 },
  { bar: '1', column: '60/s', against: 'hand', most: 3 },
  { bar: '1', column: '60/s', against: 'uplot', most: 1 },
  { bar: '1', column: '60/s', against: 'klinecharts', most: 1 },
  { bar: '2', column: '200/s', against: 'lightweight', most: 0.5 },
  { bar: '2', column: 'CPU 60/s', against: 'lightweight', most: 0.65 },
  { bar: '2', column: 'CPU 60/s', against: 'uplot', most: 1 },
  { bar: '3', column: 'first paint ms', against: 'lightweight', most: 0.7 },
  { bar: '3', column: 'first paint ms', against: 'uplot', most: 2 },
  { bar: '3', column: 'first paint ms', against: 'uplot-legend', most: 1 },
  { bar: '3', column: 'its main thread', against: 'lightweight', most: 0.7 },
  { bar: '3', column: 'its main thread', against: 'uplot-legend', most: 1 },
  { bar: '4', column: 'crosshair', against: 'lightweight', most: 0.9 },
  { bar: '4', column: 'crosshair', against: 'klinecharts', most: 1 },
  { bar: '4', column: 'crosshair', against: 'uplot', most: 1 },
  { bar: '4', column: 'crosshair', against: 'uplot-legend', most: 1 },
  { bar: '4', column: 'pan', against: 'lightweight', most: 1.2 },
  { bar: '4', column: 'pan', against: 'klinecharts', most: 1 },
  { bar: '4', column: 'pan', against: 'uplot', most: 1 },
  { bar: '4', column: 'pan', against: 'uplot-legend', most: 1 },
  { bar: '5', column: 'heap MB', against: 'lightweight', most: 0.8 },
  { bar: 'all', column: '60/s', own: 'pairbot-all', against: 'lightweight-all', most: 0.6 },
  { bar: 'all', column: 'first paint ms', own: 'pairbot-all', against: 'lightweight-all', most: 1 },
  { bar: 'all', column: 'pan', own: 'pairbot-all', against: 'lightweight-all', most: 1.2 },
]

const percent = (share: number) => `±${Math.round(share * 100)}%`
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/**
 * The complete report as text: measurements, dropped frames, and each goal with its ratio. A miss counts only beyond the
 * spread.
 */
export function report(results: Results, sizes: readonly string[]): string {
  const table = tabulate(results)
  const dropped = (name: ContenderName, rate: number) => {
    const phases = results[name].map(at(rate))
    return `${phases.reduce((sum, phase) => sum + phase.dropped, 0)}/${phases.reduce((sum, phase) => sum + phase.frames, 0)}`
  }
  const figures = CONTENDERS.filter((name) => name !== 'noop').map((name) =>
    row([
      name,
      ...[...table.values()].map((column) => {
        const figure = column.get(name)
        return figure ? `${figure.median.toFixed(2)} ${percent(figure.spread)}` : 'none'
      }),
    ]),
  )
  const bars = BARS.map(({ bar, column, own: name = 'pairbot', against, most }) => {
    const [own, other] = [table.get(column)?.get(name), table.get(column)?.get(against)]
    if (!own || !other || Number.isNaN(own.median))
      return row([bar, `${column} / ${against}`, `<= ${most}`, 'none', 'not measured'])
    const ratio = own.median / other.median
    const spread = Math.hypot(own.spread, other.spread)
    const result = ratio <= most ? 'met' : ratio * (1 - spread) <= most ? 'missed within the spread' : 'MISSED'
    return row([bar, `${column} / ${against}`, `<= ${most}`, `${ratio.toFixed(2)} ${percent(spread)}`, result])
  })
  const droppedInPan = (name: ContenderName) => results[name].reduce((sum, { pan }) => sum + pan.dropped, 0)
  const [own, empty] = [droppedInPan('pairbot-all'), droppedInPan('noop')]
  const slowest = Math.max(...results['pairbot-all'].map(({ change }) => change))
  const four = results['pairbot-four'].reduce((sum, round) => sum + at(60)(round).dropped, 0)
  const live = results.pairbot.every((round) => round.live)
  return [
    row(['contender', ...table.keys()]),
    row(['---', ...[...table.keys()].map(() => '---')]),
    ...figures,
    '',
    row(['dropped / frames', ...RATES.map((rate) => `${rate}/s`)]),
    row(['---', ...RATES.map(() => '---')]),
    ...CONTENDERS.map((name) => row([name, ...RATES.map((rate) => dropped(name, rate))])),
    '',
    row(['bar', 'what', 'goal', 'ratio', 'verdict']),
    row(['---', '---', '---', '---', '---']),
    ...bars,
    row([
      'all',
      'dropped while panning',
      '0',
      `${own}; ${droppedInPan('lightweight-all')} of lightweight-all, ${empty} of an empty page`,
      own === 0 ? 'met' : own <= empty ? 'none beyond the empty page' : 'MISSED',
    ]),
    row(['four', 'dropped at 60/s', '0', String(four), four === 0 ? 'met' : 'MISSED']),
    row(['all', 'ms to another view', '<= 150', slowest.toFixed(0), slowest <= 150 ? 'met' : 'MISSED']),
    row(['5', 'live', 'true', String(live), live ? 'met' : 'MISSED']),
    ...sizes,
  ].join('\n')
}
