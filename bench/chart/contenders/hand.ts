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

// The least a canvas can cost: history painted once per candle, the running candle on its own narrow canvas. No library,
// no interaction.
const PLOT = WIDTH - 60
const FLOOR = HEIGHT - 24
const STRIP = 16

let rows: Row[] = []
let zones: readonly Zone[] = []
let low = 0
let high = 1
let tallest = 1
let stale = true

function canvas(width: number): CanvasRenderingContext2D {
  const element = mountPoint().appendChild(document.createElement('canvas'))
  element.width = width
  element.height = HEIGHT
  element.style.cssText = 'position:absolute;left:0;top:0'
  const context = element.getContext('2d')
  if (!context) throw new Error('no canvas')
  return context
}
let base: CanvasRenderingContext2D
let strip: CanvasRenderingContext2D

const y = (price: number) => Math.round(((high - price) / (high - low)) * FLOOR * 0.83)
const x = (i: number) => Math.round(((i + 0.5) / (rows.length + 4)) * PLOT)

function candle(pen: CanvasRenderingContext2D, row: Row, at: number): void {
  pen.fillStyle = row.c >= row.o ? UP : DOWN
  const top = y(Math.max(row.o, row.c))
  const volume = Math.round((row.v / tallest) * FLOOR * 0.17)
  pen.fillRect(at, y(row.h), 1, y(row.l) - y(row.h))
  pen.fillRect(at, top, 1, Math.max(1, y(Math.min(row.o, row.c)) - top))
  pen.fillRect(at, FLOOR - volume, 1, volume)
}

function paintBase(): void {
  const [bottom, top] = [Math.min(...rows.map((row) => row.l)), Math.max(...rows.map((row) => row.h))]
  const padding = (top - bottom) * 0.05
  low = bottom - padding
  high = top + padding
  tallest = Math.max(...rows.map((row) => row.v)) * 1.05
  base.clearRect(0, 0, WIDTH, HEIGHT)
  base.font = '11px monospace'
  for (let i = 1; i < 8; i++) {
    const at = Math.round((i * FLOOR) / 8)
    base.fillStyle = GRID
    base.fillRect(0, at, PLOT, 1)
    base.fillStyle = LABEL
    base.fillText((high - (i / 8 / 0.83) * (high - low)).toFixed(1), PLOT + 6, at + 4)
  }
  for (const zone of zones) {
    base.fillStyle = zoneFill(zone)
    base.fillRect(0, y(zone.to), PLOT, y(zone.from) - y(zone.to))
  }
  for (const [i, row] of rows.entries()) if (i < rows.length - 1) candle(base, row, x(i))
}

const draw = perFrame(() => {
  const last = rows.at(-1)
  if (!last) return
  if (stale || last.h > high || last.l < low || last.v > tallest) paintBase()
  stale = false
  strip.canvas.style.transform = `translateX(${x(rows.length - 1) - STRIP / 2}px)`
  strip.clearRect(0, 0, STRIP, HEIGHT)
  candle(strip, last, STRIP / 2)
})

contend(
  (first, levels) => {
    rows = [...first]
    zones = levels
    base = canvas(WIDTH)
    strip = canvas(STRIP)
    draw()
  },
  (row) => {
    if (fold(rows, row)) stale = true
    draw()
  },
)
