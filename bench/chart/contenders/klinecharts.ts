import { init, registerOverlay, type KLineData } from 'klinecharts'
import {
  BACKGROUND,
  contend,
  DOWN,
  GRID,
  LABEL,
  mountPoint,
  UP,
  WIDTH,
  zoneFill,
  type Row,
  type Zone,
} from './contender.ts'

const CANDLES = 500

const barOf = ({ t, o, h, l, c, v }: Row): KLineData => ({
  timestamp: t * 1000,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
})

/** The library's own way to zones: an overlay with a figure between two prices. */
registerOverlay<Zone>({
  name: 'zone',
  totalStep: 3,
  needDefaultPointFigure: false,
  createPointFigures({ overlay, coordinates: [top, bottom], bounding }) {
    if (!top || !bottom) return []
    const attrs = { x: 0, y: top.y, width: bounding.width, height: bottom.y - top.y }
    return { type: 'rect', attrs, styles: { color: zoneFill(overlay.extendData) }, ignoreEvent: true }
  },
})

let push: (row: Row) => void = () => undefined

contend(
  (rows, zones) => {
    const root = mountPoint()
    root.style.background = BACKGROUND
    const line = { color: GRID, style: 'solid' } as const
    const axis = { tickText: { color: LABEL } }
    const chart = init(root, {
      styles: {
        grid: { horizontal: line, vertical: line },
        candle: { bar: { upColor: UP, downColor: DOWN, upWickColor: UP, downWickColor: DOWN } },
        xAxis: axis,
        yAxis: axis,
      },
    })
    if (!chart) throw new Error('no chart')
    chart.setSymbol({ ticker: 'BTCUSD', pricePrecision: 1, volumePrecision: 4 })
    chart.setPeriod({ span: 1, type: 'minute' })
    chart.setDataLoader({
      getBars: ({ type, callback }) => callback(type === 'init' ? rows.map(barOf) : [], false),
      subscribeBar({ callback }) {
        push = (row) => callback(barOf(row))
      },
    })
    // In a pane of its own: on the candles' pane it would have their scale.
    chart.createIndicator({ name: 'VOL', calcParams: [] })
    chart.setOffsetRightDistance(0)
    chart.setBarSpace(WIDTH / CANDLES)
    for (const zone of zones)
      chart.createOverlay({
        name: 'zone',
        extendData: zone,
        points: [{ value: zone.to }, { value: zone.from }],
        lock: true,
      })
  },
  (row) => push(row),
)
