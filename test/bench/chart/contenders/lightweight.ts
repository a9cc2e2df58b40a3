import { CandlestickSeries, HistogramSeries, createChart } from 'lightweight-charts'
import type { CandlestickData, ISeriesPrimitive, UTCTimestamp } from 'lightweight-charts'
import { BACKGROUND, DOWN, GRID, HEIGHT, LABEL, UP, WIDTH, contend, mountPoint, zoneFill } from './contender.ts'
import type { Row, Zone } from './contender.ts'

// The library's branded type for unix seconds.
const timeOf = (row: Row) => row.t as UTCTimestamp
const candleOf = (row: Row): CandlestickData => ({
  time: timeOf(row),
  open: row.o,
  high: row.h,
  low: row.l,
  close: row.c,
})
const volumeOf = (row: Row) => ({ time: timeOf(row), value: row.v, color: `${row.c >= row.o ? UP : DOWN}57` })

function build() {
  const chart = createChart(mountPoint(), {
    width: WIDTH,
    height: HEIGHT,
    layout: { background: { color: BACKGROUND }, textColor: LABEL, attributionLogo: false },
    grid: { vertLines: { color: GRID }, horzLines: { color: GRID } },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: UP,
    downColor: DOWN,
    borderVisible: false,
    wickUpColor: UP,
    wickDownColor: DOWN,
  })
  const volumes = chart.addSeries(HistogramSeries, { priceFormat: { type: 'volume' }, priceScaleId: '' })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.83, bottom: 0 } })
  return { chart, candles, volumes }
}
type Built = ReturnType<typeof build>

/** The library's own way to zones: a primitive that paints below the series. */
const zonePrimitive = ({ candles }: Built, zones: readonly Zone[]): ISeriesPrimitive => ({
  paneViews: () => [
    {
      zOrder: () => 'bottom',
      renderer: () => ({
        draw: (target) => {
          target.useMediaCoordinateSpace(({ context, mediaSize }) => {
            for (const zone of zones) {
              const top = candles.priceToCoordinate(zone.to) ?? 0
              const bottom = candles.priceToCoordinate(zone.from) ?? 0
              context.fillStyle = zoneFill(zone)
              context.fillRect(0, top, mediaSize.width, bottom - top)
            }
          })
        },
      }),
    },
  ],
})

let built: Built | undefined

contend(
  (rows, zones) => {
    built = build()
    built.candles.setData(rows.map(candleOf))
    built.volumes.setData(rows.map(volumeOf))
    built.candles.attachPrimitive(zonePrimitive(built, zones))
    built.chart.timeScale().fitContent()
  },
  (row) => {
    built?.candles.update(candleOf(row))
    built?.volumes.update(volumeOf(row))
  },
)
