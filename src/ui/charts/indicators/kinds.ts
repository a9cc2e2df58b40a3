import type { CanvasTheme } from '../../theme/canvas.ts'
import { bars, line, type Overlay, type OverlaySeries, type Pane } from '../overlays/overlay.ts'

/** A number that is set. */
interface Parameter {
  readonly label: string
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly step: number
}

/** A value that is drawn. Its colour is the chosen one unless it has its own. */
interface Output {
  readonly id: string
  readonly name: string
  readonly color?: keyof CanvasTheme & (typeof COLORS)[number]['id']
  readonly style?: 'dashed' | 'bars'
}

/** An indicator that is computed from the candles of the chart, as often as one likes. */
interface IndicatorKind {
  readonly label: string
  /** On the chart, before its numbers. */
  readonly short: string
  readonly parameters: readonly Parameter[]
  /** Computed from one price, which is chosen. */
  readonly hasSource?: boolean
  readonly pane?: Pane
  readonly outputs: readonly Output[]
}

/** Colours from which one is chosen, by their names in the theme. */
export const COLORS = [
  { id: 'accent', label: 'Violet' },
  { id: 'info', label: 'Blue' },
  { id: 'warning', label: 'Amber' },
  { id: 'up', label: 'Green' },
  { id: 'down', label: 'Red' },
  { id: 'label', label: 'Grey' },
] as const
export type IndicatorColor = (typeof COLORS)[number]['id']

/** Prices of a candle from which one is chosen. */
export const SOURCES = [
  { id: 'close', label: 'Close' },
  { id: 'open', label: 'Open' },
  { id: 'high', label: 'High' },
  { id: 'low', label: 'Low' },
  { id: 'hl2', label: 'Mean of high and low' },
  { id: 'hlc3', label: 'Mean of high, low and close' },
] as const
export type IndicatorSource = (typeof SOURCES)[number]['id']

const length = (initial: number, label = 'Length', min = 2): Parameter => ({ label, initial, min, max: 300, step: 1 })
const multiplier = (initial: number): Parameter => ({ label: 'Multiplier', initial, min: 0.1, max: 10, step: 0.1 })
const ONE: readonly Output[] = [{ id: 'value', name: '' }]
const BANDS: readonly Output[] = [
  { id: 'upper', name: 'upper' },
  { id: 'middle', name: 'middle', style: 'dashed' },
  { id: 'lower', name: 'lower' },
]
const average = (label: string, short: string, initial: number): IndicatorKind => ({
  label,
  short,
  parameters: [length(initial)],
  hasSource: true,
  outputs: ONE,
})
const percent = (...guides: readonly number[]): Pane => ({ unit: 'points', min: 0, max: 100, guides })

const DECLARED = {
  sma: average('Simple moving average', 'SMA', 50),
  ema: average('Exponential moving average', 'EMA', 50),
  wma: average('Weighted moving average', 'WMA', 50),
  bollinger: {
    label: 'Bollinger Bands',
    short: 'BB',
    parameters: [length(20), multiplier(2)],
    hasSource: true,
    outputs: BANDS,
  },
  keltner: {
    label: 'Keltner Channels',
    short: 'KC',
    parameters: [length(20), length(10, 'Length of the ATR'), multiplier(2)],
    outputs: BANDS,
  },
  donchian: { label: 'Donchian Channels', short: 'DC', parameters: [length(20)], outputs: BANDS },
  supertrend: {
    label: 'SuperTrend',
    short: 'ST',
    parameters: [length(10), multiplier(3)],
    outputs: [
      { id: 'rising', name: 'rising', color: 'up' },
      { id: 'falling', name: 'falling', color: 'down' },
    ],
  },
  ichimoku: {
    label: 'Ichimoku Cloud',
    short: 'Ichimoku',
    parameters: [length(9, 'Conversion'), length(26, 'Base'), length(52, 'Span B')],
    outputs: [
      { id: 'conversion', name: 'conversion' },
      { id: 'base', name: 'base', color: 'warning' },
      { id: 'spanA', name: 'span A', color: 'up', style: 'dashed' },
      { id: 'spanB', name: 'span B', color: 'down', style: 'dashed' },
    ],
  },
  rsi: {
    label: 'Relative Strength Index',
    short: 'RSI',
    parameters: [length(14)],
    hasSource: true,
    pane: percent(30, 70),
    outputs: ONE,
  },
  stochastic: {
    label: 'Stochastic',
    short: 'Stoch',
    parameters: [length(14, '%K'), length(3, 'Smoothing', 1), length(3, '%D', 1)],
    pane: percent(20, 80),
    outputs: [
      { id: 'k', name: '%K' },
      { id: 'd', name: '%D', color: 'warning' },
    ],
  },
  macd: {
    label: 'MACD',
    short: 'MACD',
    parameters: [length(12, 'Fast'), length(26, 'Slow'), length(9, 'Signal')],
    hasSource: true,
    pane: { unit: 'price', guides: [0] },
    outputs: [
      { id: 'histogram', name: 'histogram', style: 'bars' },
      { id: 'line', name: 'line' },
      { id: 'signal', name: 'signal', color: 'warning' },
    ],
  },
  cci: {
    label: 'Commodity Channel Index',
    short: 'CCI',
    parameters: [length(20)],
    pane: { unit: 'points', guides: [-100, 100] },
    outputs: ONE,
  },
  mfi: {
    label: 'Money Flow Index',
    short: 'MFI',
    parameters: [length(14)],
    pane: percent(20, 80),
    outputs: ONE,
  },
  williams: {
    label: 'Williams %R',
    short: '%R',
    parameters: [length(14)],
    pane: { unit: 'points', min: -100, max: 0, guides: [-80, -20] },
    outputs: ONE,
  },
  aroon: {
    label: 'Aroon',
    short: 'Aroon',
    parameters: [length(25)],
    pane: percent(50),
    outputs: [
      { id: 'up', name: 'up', color: 'up' },
      { id: 'down', name: 'down', color: 'down' },
    ],
  },
  atr: {
    label: 'Average True Range',
    short: 'ATR',
    parameters: [length(14)],
    pane: { unit: 'price', min: 0 },
    outputs: ONE,
  },
  adx: {
    label: 'Average Directional Index',
    short: 'ADX',
    parameters: [length(14)],
    // A trend above 25.
    pane: percent(25),
    outputs: [
      { id: 'value', name: '' },
      { id: 'plus', name: '+DI', color: 'up' },
      { id: 'minus', name: '-DI', color: 'down' },
    ],
  },
} as const satisfies Record<string, IndicatorKind>

/** Stored in the user's preferences: never change one. */
export type IndicatorKindId = keyof typeof DECLARED
export const INDICATOR_KINDS: Readonly<Record<IndicatorKindId, IndicatorKind>> = DECLARED
const isKind = (text: string): text is IndicatorKindId => Object.hasOwn(DECLARED, text)
export const INDICATOR_KIND_IDS: readonly IndicatorKindId[] = Object.keys(DECLARED).filter(isKind)

/** More panes would leave nothing to see. */
export const MAX_INDICATORS = 10

/** What is set of an indicator. */
export interface IndicatorSetting {
  readonly kind: IndicatorKindId
  /** In the order of the kind's parameters. */
  readonly parameters: readonly number[]
  readonly source: IndicatorSource
  readonly color: IndicatorColor
}

/** The id of an overlay says what is set of it: `sma(50,close)@accent`. */
export const indicatorId = ({ kind, parameters, source, color }: IndicatorSetting): string =>
  `${kind}(${[...parameters, ...(INDICATOR_KINDS[kind].hasSource ? [source] : [])].join()})@${color}`

export const initialSetting = (kind: IndicatorKindId, color: IndicatorColor): IndicatorSetting => ({
  kind,
  parameters: INDICATOR_KINDS[kind].parameters.map(({ initial }) => initial),
  source: 'close',
  color,
})

/** What an id says; undefined if it is that of something else, or beyond the bounds. */
export function parseIndicator(id: string): IndicatorSetting | undefined {
  const [, kind = '', list = '', chosen] = /^(\w+)\(([^()]*)\)@(\w+)$/.exec(id) ?? []
  const color = COLORS.find((each) => each.id === chosen)?.id
  if (!isKind(kind) || color === undefined) return undefined
  const { parameters, hasSource = false } = INDICATOR_KINDS[kind]
  const texts = list.split(',')
  const numbers = texts.slice(0, parameters.length).map(Number)
  const source = hasSource ? SOURCES.find((each) => each.id === texts[parameters.length])?.id : 'close'
  const isWithin = parameters.every(({ min, max, step }, index) => {
    const value = numbers[index] ?? Number.NaN
    return value >= min && value <= max && (step < 1 || Number.isInteger(value))
  })
  if (!isWithin || source === undefined || texts.length !== parameters.length + Number(hasSource)) return undefined
  return { kind, parameters: numbers, source, color }
}

/** On the chart and in the menu: `SMA 50`, `MACD 12 26 9 open`. */
export function indicatorName({ kind, parameters, source }: IndicatorSetting): string {
  const { short } = INDICATOR_KINDS[kind]
  return [short, ...parameters, ...(source === 'close' ? [] : [source])].join(' ')
}

/** The column of an output in the values of a candle. */
export const columnOfOutput = (id: string, output: string): string => `${id}:${output}`

const seriesOf =
  (id: string, setting: IndicatorSetting) =>
  (theme: CanvasTheme): readonly OverlaySeries[] => {
    const name = indicatorName(setting)
    return INDICATOR_KINDS[setting.kind].outputs.map(({ id: output, name: part, color, style }) => {
      const label = part === '' ? name : `${name} ${part}`
      const column = columnOfOutput(id, output)
      if (style === 'bars') return bars(label, column, theme.up, theme.down)
      return line(label, column, theme[color ?? setting.color], style ? { type: style } : {})
    })
  }

const known = new Map<string, Overlay | undefined>()
/** Ids that were ever set on this page. */
const MAX_KNOWN = 1_000

/** What is drawn of an indicator with this id. The chart asks with each frame, so that it is made once. */
export function indicatorOverlay(id: string): Overlay | undefined {
  if (known.has(id)) return known.get(id)
  if (known.size >= MAX_KNOWN) known.clear()
  const setting = parseIndicator(id)
  const { pane } = setting ? INDICATOR_KINDS[setting.kind] : {}
  const overlay = setting && { id, label: indicatorName(setting), series: seriesOf(id, setting), ...(pane && { pane }) }
  known.set(id, overlay)
  return overlay
}
