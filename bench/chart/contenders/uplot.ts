import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import {
  DOWN,
  GRID,
  HEIGHT,
  LABEL,
  UP,
  WIDTH,
  contend,
  fold,
  mountPoint,
  perFrame,
  zoneFill,
  type Row,
  type Zone,
} from './contender.ts'

let rows: Row[] = []
let zones: readonly Zone[] = []
let plot: uPlot | undefined

/** With its legend, which is on by default, it says as much of a candle as Pairbot's chart does. */
const hasLegend = document.documentElement.dataset['legend'] !== undefined

const columns = (): uPlot.AlignedData => [
  rows.map((row) => row.t),
  rows.map((row) => row.h),
  rows.map((row) => row.l),
  rows.map((row) => row.v),
  ...(hasLegend ? [rows.map((row) => row.o), rows.map((row) => row.c)] : []),
]

/** Zones, volumes and candles, painted straight on the plot's context: the library has no candles of its own. */
function paint(plot: uPlot): void {
  const { ctx, bbox } = plot
  const x = (row: Row) => Math.round(plot.valToPos(row.t, 'x', true))
  const y = (price: number) => Math.round(plot.valToPos(price, 'y', true))
  ctx.save()
  for (const zone of zones) {
    ctx.fillStyle = zoneFill(zone)
    ctx.fillRect(bbox.left, y(zone.to), bbox.width, y(zone.from) - y(zone.to))
  }
  const tallest = Math.max(...rows.map((row) => row.v))
  const floor = bbox.top + bbox.height
  for (const rising of [true, false]) {
    ctx.fillStyle = rising ? UP : DOWN
    for (const row of rows) {
      if (row.c >= row.o !== rising) continue
      if (row.t < (plot.scales['x']?.min ?? -Infinity) || row.t > (plot.scales['x']?.max ?? Infinity)) continue
      const [left, top, bottom] = [x(row), y(Math.max(row.o, row.c)), y(Math.min(row.o, row.c))]
      const volume = (row.v / tallest) * bbox.height * 0.17
      ctx.fillRect(left, y(row.h), 1, y(row.l) - y(row.h))
      ctx.fillRect(left, top, 1, Math.max(1, bottom - top))
      ctx.fillRect(left, floor - volume, 1, volume)
    }
  }
  ctx.restore()
}

/** Pans while the mouse is dragged: of its own the library selects a range. */
function panByDrag(plot: uPlot): void {
  let last = 0
  plot.over.addEventListener('mousedown', ({ clientX }) => {
    last = clientX
  })
  plot.over.addEventListener('mousemove', ({ buttons, clientX }) => {
    const { min, max } = plot.scales['x'] ?? {}
    if (buttons !== 1 || min === undefined || max === undefined) return
    const by = ((clientX - last) * (max - min)) / plot.over.clientWidth
    last = clientX
    plot.setScale('x', { min: min - by, max: max - by })
  })
}

const AXIS: uPlot.Axis = { stroke: LABEL, grid: { stroke: GRID, width: 1 } }

contend(
  (first, levels) => {
    rows = [...first]
    zones = levels
    const hidden: uPlot.Series = { paths: () => null, points: { show: false } }
    const options: uPlot.Options = {
      width: WIDTH,
      height: HEIGHT,
      legend: { show: hasLegend },
      axes: [AXIS, { ...AXIS, side: 1 }],
      scales: { v: {} },
      series: [{}, hidden, hidden, { ...hidden, scale: 'v' }, ...(hasLegend ? [hidden, hidden] : [])],
      hooks: { draw: [paint] },
      cursor: { drag: { x: false, y: false } },
    }
    plot = new uPlot(options, columns(), mountPoint())
    panByDrag(plot)
  },
  (() => {
    const draw = perFrame(() => plot?.setData(columns()))
    return (row: Row) => {
      fold(rows, row)
      draw()
    }
  })(),
)
