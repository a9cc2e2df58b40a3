import { getInstanceByDom, type EChartsType } from 'echarts/core'
import { Component, Fragment, StrictMode, type ComponentType, type PropsWithChildren } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { animationFrameScheduler, BehaviorSubject, Observable, of, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { INDICATOR_COLUMNS, valuesByName, type IndicatorValues } from '#contract/payloads/indicator-series.ts'
import type { Candle, CandleChange } from '#contract/candles.ts'
import { CandleChart, type CandleChartProps } from '#src/ui/charts/CandleChart.tsx'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { OverlayError } from '#src/ui/charts/overlays/overlay.ts'
import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'
import { drawImage } from '#src/ui/charts/tools/image.ts'
import { CHART_KEYS } from '#src/ui/input/chart-keys.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { aChartTools } from '#test/support/client/chart-tools.ts'
import { candle, candles, resetOf } from '#test/support/data/candles.ts'

/** A loaded machine takes longer than a second to load a chunk. */
const eventually = (check: () => void) => vi.waitFor(check, 10_000)

const WIDTH = 800
const HEIGHT = 400

let root: Root
let box: HTMLElement
let shown: { candles: readonly Candle[]; readonly changes$: Subject<CandleChange> }
let subscribers: number

const frames = async (count = 2) => {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame)
}
/** Replaces the newest candle if it is of the same minute, otherwise appends. */
function tick(next: Candle): void {
  const earlier = shown.candles.filter(({ timestamp }) => timestamp < next.timestamp)
  shown.candles = [...earlier, next]
  shown.changes$.next({ kind: 'tick', candles: [next], oldest: (earlier[0] ?? next).timestamp })
}
function showInstead(next: readonly Candle[]): void {
  shown.candles = next
  shown.changes$.next(resetOf(next))
}
const host = () => page.getByRole('slider', { name: 'Chart' }).element() as HTMLElement
const canvases = () => [...box.querySelectorAll('canvas')]
const base = () => canvases()[0]!
const strip = () => host().querySelector<HTMLCanvasElement>('div canvas')!
const crosshair = () => [...host().querySelectorAll<HTMLCanvasElement>(':scope > canvas')].at(-1)!
const pixels = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d')!.getImageData(0, 0, Math.max(1, canvas.width), Math.max(1, canvas.height)).data.join()
/** The figures of the crosshair's candle, as far as they can be seen. */
const readout = () =>
  [...host().children].find((node) => node.textContent.includes('   O ') && node.clientHeight > 10)?.textContent ?? ''
const jump = () => page.getByRole('button', { name: 'Jump to live' }).query()

function instance(): EChartsType {
  const chart = getInstanceByDom(box.querySelector<HTMLElement>('[_echarts_instance_]')!)
  if (!chart) throw new Error('no chart')
  return chart
}

function streamOf(first: readonly Candle[]): Observable<CandleChange> {
  const source = { candles: first, changes$: new Subject<CandleChange>() }
  shown = source
  return new Observable((subscriber) => {
    subscribers += 1
    subscriber.next(resetOf(source.candles))
    const forward = source.changes$.subscribe(subscriber)
    return () => {
      subscribers -= 1
      forward.unsubscribe()
    }
  })
}

async function mount(
  first: readonly Candle[],
  given: Partial<CandleChartProps> = {},
  Around: ComponentType<PropsWithChildren> = StrictMode,
): Promise<void> {
  const props: CandleChartProps = {
    changes$: streamOf(first),
    zones: [],
    mode: 'zones',
    theme: 'dark',
    pair: 'BTCUSD',
    label: 'Chart',
    ...given,
  }
  root.render(
    <Around>
      <CandleChart {...props} />
    </Around>,
  )
  await eventually(() => expect(base().width).toBe(WIDTH))
  await frames(3)
}

beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  Object.assign(box.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` })
  root = createRoot(box)
  subscribers = 0
})

afterEach(async () => {
  root.unmount()
  box.remove()
  vi.restoreAllMocks()
  await frames()
})

describe('[CH-27] mounting under StrictMode', () => {
  it('creates one chart with one subscription', async () => {
    await mount(candles(200))
    expect(box.querySelectorAll('[_echarts_instance_]')).toHaveLength(1)
    expect(canvases()).toHaveLength(4)
    expect(subscribers).toBe(1)
  })

  it('leaves nothing behind', async () => {
    const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener')
    await mount(candles(200))
    const chart = instance()
    root.render(null)
    await frames()
    expect(box.innerHTML).toBe('')
    expect(subscribers).toBe(0)
    expect(chart.isDisposed()).toBe(true)
    const open = added.mock.calls.filter(
      ([type, listener, options], i) =>
        [document, window].some((target) => target === added.mock.contexts[i]) &&
        !(typeof options === 'object' && options.signal?.aborted) &&
        !removed.mock.calls.some(([t, l]) => t === type && l === listener),
    )
    expect(open.map(([type]) => type)).toEqual([])
    tick(candle(200))
    await frames()
    expect(box.innerHTML).toBe('')
  })

  it('survives rapid toggling', async () => {
    for (let i = 0; i < 6; i++) {
      root.render(
        i % 2 === 0 ? (
          <CandleChart
            {...{
              changes$: streamOf(candles(9)),
              zones: [],
              mode: 'off',
              theme: 'dark',
              pair: 'BTCUSD',
              label: 'Chart',
            }}
          />
        ) : null,
      )
      await new Promise((done) => setTimeout(done, 3))
    }
    root.render(null)
    await frames()
    expect(box.innerHTML).toBe('')
    expect(subscribers).toBe(0)
  })
})

describe('[CH-25] a tick', () => {
  it('redraws the newest candle without setOption or repainting the history', async () => {
    await mount(candles(200))
    const setOption = vi.spyOn(instance(), 'setOption')
    const repaint = vi.spyOn(instance().getZr(), 'refreshImmediately')
    const before = [pixels(base()), pixels(strip())]
    const newest = candles(200).at(-1)!
    tick({ ...newest, close: newest.close - 1 })
    await frames()
    expect(pixels(base())).toBe(before[0])
    expect(pixels(strip())).not.toBe(before[1])
    expect(setOption).not.toHaveBeenCalled()
    expect(repaint).not.toHaveBeenCalled()
  })

  it('repaints the history once when it appends a candle or leaves the scale, without setOption', async () => {
    await mount(candles(200))
    const setOption = vi.spyOn(instance(), 'setOption')
    const repaint = vi.spyOn(instance().getZr(), 'refreshImmediately')
    tick(candle(200, { close: 110 }))
    await frames()
    expect(repaint).toHaveBeenCalledTimes(1)
    tick(candle(200, { close: 110, high: 500 }))
    await frames()
    expect(repaint).toHaveBeenCalledTimes(2)
    expect(setOption).not.toHaveBeenCalled()
  })

  it('[CH-26] paints once per frame for any number of ticks', async () => {
    await mount(candles(200))
    const repaint = vi.spyOn(instance().getZr(), 'refreshImmediately')
    await frames(1)
    for (let i = 200; i < 260; i++) tick(candle(i))
    await frames()
    expect(repaint).toHaveBeenCalledTimes(1)
  })
})

it('[CH-26] paints candles in the frame in which they arrive', async () => {
  await mount(candles(200))
  const repaint = vi.spyOn(instance().getZr(), 'refreshImmediately')
  const paints = await new Promise<number>((done) => {
    animationFrameScheduler.schedule(() => {
      tick(candle(200))
      queueMicrotask(() => done(repaint.mock.calls.length))
    })
  })
  expect(paints).toBe(1)
  await frames()
  expect(repaint).toHaveBeenCalledTimes(1)
})

describe('[CH-26] while the tab is hidden', () => {
  it('paints nothing, and once on return', async () => {
    await mount(candles(200))
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    const repaint = vi.spyOn(instance().getZr(), 'refreshImmediately')
    const before = pixels(base())
    for (let i = 200; i < 220; i++) {
      tick(candle(i, { close: 130 }))
      await frames(1)
    }
    expect(repaint).not.toHaveBeenCalled()
    expect(pixels(base())).toBe(before)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await frames()
    expect(repaint).toHaveBeenCalledTimes(1)
    expect(pixels(base())).not.toBe(before)
  })
})

describe('[CH-11] the right end', () => {
  it('follows new candles', async () => {
    await mount(candles(200))
    host().focus()
    const before = pixels(base())
    tick(candle(200))
    await frames()
    expect(pixels(base())).not.toBe(before)
    expect(jump()).toBeNull()
  })

  it('leaves a panned view alone until Jump to live', async () => {
    await mount(candles(200))
    host().focus()
    await userEvent.keyboard('{Home}')
    await frames()
    await eventually(() => expect(jump()).not.toBeNull())
    const before = pixels(base())
    tick(candle(200))
    await frames()
    expect(pixels(base())).toBe(before)
    await page.getByRole('button', { name: 'Jump to live' }).click()
    await eventually(() => expect(jump()).toBeNull())
    await frames()
    expect(pixels(base())).not.toBe(before)
  })

  it('[CH-12] is left by dragging, and the wheel zooms', async () => {
    await mount(candles(400))
    const { left, top } = host().getBoundingClientRect()
    const point = (type: string, x: number) =>
      host().dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          pointerType: 'mouse',
          clientX: left + x,
          clientY: top + 100,
          bubbles: true,
        }),
      )
    vi.spyOn(host(), 'setPointerCapture').mockReturnValue()
    point('pointerdown', 100)
    point('pointermove', 500)
    point('pointerup', 500)
    await frames()
    await eventually(() => expect(jump()).not.toBeNull())
    const before = pixels(base())
    host().dispatchEvent(
      new WheelEvent('wheel', { deltaY: -400, clientX: left + 300, clientY: top + 100, cancelable: true }),
    )
    await frames()
    expect(pixels(base())).not.toBe(before)
  })
})

it('[CH-42] says what the candles in view span and how they changed, with each tick, and nothing of those beyond', async () => {
  const rising = Array.from({ length: 200 }, (_, minute) => candle(minute, { open: 100 + minute, close: 101 + minute }))
  await mount(rising)
  const inView = async (text: string) => {
    await expect.element(page.getByText(/^In view: /)).toHaveTextContent(text)
  }
  await inView('In view: 1 h 40 min, +50.00%')
  tick(candle(199, { open: 299, close: 220 }))
  await inView('In view: 1 h 40 min, +10.00%')
  // Not with the pointer, which would stay over the charts of the next tests.
  const zoomIn = page.getByRole('button', { name: 'Zoom in' }).element()
  if (zoomIn instanceof HTMLElement) zoomIn.click()
  await expect.element(page.getByText(/^In view: /)).not.toHaveTextContent('1 h 40 min')
})

describe('a chart with a past', () => {
  const pastOf = (first: readonly Candle[]) => {
    const changes$ = new BehaviorSubject(resetOf(first))
    const needs: { older: boolean; newer: boolean }[] = []
    const past = {
      status$: new BehaviorSubject('idle' as const),
      need: (need: (typeof needs)[number]) => void needs.push(need),
      toNewest: vi.fn(),
    }
    return {
      past,
      changes$,
      needs,
      show: (list: readonly Candle[], isAtNewest = true) => changes$.next(resetOf(list, isAtNewest)),
    }
  }

  it('[CH-50] asks for older candles near its beginning, and does not move when they come', async () => {
    const { past, changes$, needs, show } = pastOf(candles(400, 600))
    await mount([], { changes$, past })
    expect(needs.some(({ older }) => older)).toBe(false)
    host().focus()
    await userEvent.keyboard('{Home}')
    await frames()
    expect(needs.at(-1)).toEqual({ older: true, newer: false })
    const before = readout()
    const shown = pixels(base())
    expect(before).toMatch(/^10:00/)
    show(candles(1_000))
    await frames()
    expect(readout()).toBe(before)
    // only the slots before the first candle were empty
    expect(pixels(base())).not.toBe(shown)
    await userEvent.keyboard('{ArrowLeft}')
    await eventually(() => expect(readout()).toMatch(/^09:59/))
  })

  it('[CH-52] marks no current price while newer candles are not loaded, and returns to them', async () => {
    const { past, changes$, show } = pastOf(candles(400, 600))
    await mount([], { changes$, past })
    const price = () => strip().parentElement!.querySelector<HTMLElement>(':scope > div > canvas')!.parentElement!
    expect(price().hidden).toBe(false)
    show(candles(300, 600), false)
    await frames()
    expect(price().hidden).toBe(true)
    await eventually(() => expect(jump()).not.toBeNull())
    past.toNewest.mockImplementation(() => show(candles(400, 600)))
    await page.getByRole('button', { name: 'Jump to live' }).click()
    await eventually(() => expect(jump()).toBeNull())
    expect(price().hidden).toBe(false)
  })

  it('[CH-56] loads and shows a candle that is pointed at', async () => {
    const { past, changes$, needs, show } = pastOf(candles(400, 600))
    const at = candles(1, 100)[0]!.timestamp
    await mount([], { changes$, past })
    const shown = pixels(base())
    await mount([], { changes$, past, highlight: { kind: 'candle', at, label: 'Doji' } })
    expect(needs.at(-1)).toMatchObject({ older: true })
    show(candles(1_000))
    await frames(3)
    expect(pixels(base())).not.toBe(shown)
    expect(jump()).not.toBeNull()
  })

  it('[CH-54] says that candles could not be loaded', async () => {
    const { past, changes$ } = pastOf(candles(400, 600))
    await mount([], { changes$, past: { ...past, status$: of('failed' as const) } })
    await expect.element(page.getByText('Candles could not be loaded.')).toBeVisible()
  })
})

describe('a chart with overlays', () => {
  const overlaysOf = (shown: readonly string[], offset = 0): ChartOverlays => ({
    shown,
    marks: [
      { id: 'a', kind: 'pattern', at: candles(1, 190)[0]!.timestamp, direction: 'bullish', text: 'Hammer, bullish' },
    ],
    valuesAt: (timestamp) =>
      valuesByName(
        INDICATOR_COLUMNS,
        INDICATOR_COLUMNS.map((_, column) => 105 + offset + column + (timestamp % 240) / 60),
      ),
    need: vi.fn(),
  })
  const layers = () => [...box.querySelectorAll<HTMLCanvasElement>('canvas[data-zr-dom-id]')]
  /** Watches what is set on the instances above the candles. */
  const spyOnOptions = () =>
    [...box.querySelectorAll<HTMLElement>('[_echarts_instance_]')]
      .slice(1)
      .map((element) => vi.spyOn(getInstanceByDom(element)!, 'setOption'))

  it('[CH-60] draws them above the candles, and removes them again', async () => {
    const changes$ = streamOf(candles(200))
    await mount([], { changes$ })
    expect(layers()).toHaveLength(1)
    const plain = pixels(base())
    await mount([], { changes$, overlays: overlaysOf(['ema']) })
    await eventually(() => expect(layers()).toHaveLength(2))
    await frames(3)
    const drawn = pixels(layers()[1]!)
    expect(pixels(base())).toBe(plain)
    await mount([], { changes$, overlays: overlaysOf(['ema'], 3) })
    expect(pixels(layers()[1]!)).not.toBe(drawn)
    await mount([], { changes$ })
    await frames(3)
    expect(
      layers()
        .slice(1)
        .every((canvas) => !/[1-9]/.test(pixels(canvas))),
    ).toBe(true)
  })

  it('[CH-60] draws what is shown in the same way, whatever was shown before', async () => {
    const changes$ = streamOf(candles(200))
    async function show(...shown: readonly string[]): Promise<string[]> {
      await mount([], { changes$, overlays: overlaysOf(shown) })
      await eventually(() => expect(layers()).toHaveLength(3))
      await frames(3)
      return layers().slice(1).map(pixels)
    }
    const all = ['ema', 'bollinger', 'rsi', 'macd']
    const drawn: string[][] = []
    for (const shown of [['macd'], ['bollinger', 'macd'], all]) {
      drawn.push(await show(...shown))
      root.render(null)
      await frames()
    }
    const [one, two, four] = drawn
    expect(await show(...all)).toEqual(four)
    expect(await show('bollinger', 'macd')).toEqual(two)
    expect(await show('macd')).toEqual(one)
    expect(await show(...all)).toEqual(four)
  })

  it.each([['macd'], ['rsi'], ['macd', 'rsi', 'ema', 'bollinger']])(
    '[CH-60] keeps %s while there are no candles, such as between two timeframes',
    async (...overlays) => {
      await mount(candles(200), { overlays: overlaysOf(overlays) })
      await eventually(() => expect(layers().length).toBeGreaterThan(1))
      await frames(3)
      showInstead([])
      await frames(3)
      showInstead(candles(200, 1_000))
      await frames(3)
      expect(host().textContent).toContain(overlays.includes('macd') ? 'MACD' : 'RSI')
    },
  )

  it.each([
    ['ema', 'ema_9'],
    ['macd', 'macd_histogram'],
  ] as const)('[CH-29] names %s if it cannot be drawn, and not what is drawn beside it', async (id, column) => {
    const broken = new Proxy<IndicatorValues>(
      {},
      {
        get: (_, name) => {
          if (name === column) throw new Error('no value')
          return 100
        },
      },
    )
    const caught: unknown[] = []
    class Boundary extends Component<PropsWithChildren, { readonly failed: boolean }> {
      override readonly state = { failed: false }
      static getDerivedStateFromError = () => ({ failed: true })
      override componentDidCatch(error: unknown) {
        caught.push(error)
      }
      override render() {
        return this.state.failed ? null : this.props.children
      }
    }
    vi.spyOn(console, 'error').mockReturnValue()
    const overlays = { ...overlaysOf(['rsi', id]), valuesAt: () => broken }
    root.render(
      <Boundary>
        <CandleChart
          changes$={streamOf(candles(200))}
          zones={[]}
          mode="zones"
          theme="dark"
          pair="BTCUSD"
          label="Chart"
          overlays={overlays}
        />
      </Boundary>,
    )
    await eventually(() => expect(caught[0]).toBeInstanceOf(OverlayError))
    expect(caught[0]).toMatchObject({ overlays: [id] })
  })

  it('[CH-60] has them in its first frame, once their code is loaded', async () => {
    await mount(candles(200), { overlays: overlaysOf(['rsi']) })
    await eventually(() => expect(layers()).toHaveLength(3))
    root.render(null)
    await frames()
    const props = { zones: [], mode: 'off', theme: 'dark', pair: 'BTCUSD', label: 'Chart' } as const
    const shown = { changes$: streamOf(candles(200)), overlays: overlaysOf(['rsi']) }
    flushSync(() => root.render(<CandleChart {...props} {...shown} />))
    await Promise.resolve()
    expect(layers()).toHaveLength(3)
    expect(box.textContent).toContain('RSI 14 ')
  })

  it('[CH-62] reads out their values and marks at the crosshair, and asks for what is in view', async () => {
    const overlays = overlaysOf(['vwap', 'rsi', 'patterns'])
    await mount(candles(200), { overlays })
    await eventually(() => expect(box.textContent).toContain('RSI 14 '))
    expect(overlays.need).toHaveBeenCalled()
    host().focus()
    await userEvent.keyboard('{End}{PageDown}{ArrowRight}')
    await frames()
    expect(readout()).toMatch(/^03:10 .*\nVWAP 113\.0\nHammer, bullish$/s)
    expect(box.textContent).toContain('RSI 14 114.0')
  })

  it('[CH-62] names the newest values beside a pane while the running candle has none yet', async () => {
    const newest = candles(200).at(-1)!.timestamp
    const all = overlaysOf(['rsi'])
    const overlays: ChartOverlays = { ...all, valuesAt: (at) => (at === newest ? undefined : all.valuesAt(at)) }
    await mount(candles(200), { overlays })
    await eventually(() => expect(box.textContent).toMatch(/RSI 14 \d+\.\d/))
    host().focus()
    await userEvent.keyboard('{End}')
    await eventually(() => expect(box.textContent).toContain('RSI 14 –'))
  })

  it('[CH-63] a press on a mark, or Enter on its candle, opens what it belongs to', async () => {
    const onOpen = vi.fn()
    const overlays = overlaysOf(['decisions'])
    const opens = { strategy: 's1', decision: 'd1' }
    const marks = overlays.marks.map((mark) => ({ ...mark, kind: 'decision', opens }) as const)
    await mount(candles(200), { overlays: { ...overlays, marks }, onOpen })
    await eventually(() => expect(layers()).toHaveLength(2))
    host().focus()
    await userEvent.keyboard('{End}{Enter}')
    expect(onOpen).not.toHaveBeenCalled()
    await userEvent.keyboard('{PageDown}{ArrowRight}{Enter}')
    expect(onOpen.mock.calls).toMatchObject([[{ opens }]])
  })

  it('[CH-60] a tick draws none of them', async () => {
    await mount(candles(200), { overlays: overlaysOf(['ema', 'rsi']) })
    await eventually(() => expect(layers()).toHaveLength(3))
    await frames(3)
    const options = spyOnOptions()
    expect(options).toHaveLength(2)
    const newest = candles(200).at(-1)!
    tick({ ...newest, close: newest.close - 1 })
    await frames()
    for (const setOption of options) expect(setOption).not.toHaveBeenCalled()
  })

  /** Prices between 100 and 120 in every view. */
  const level = (count: number) => candles(count).map((each) => ({ ...each, low: 100, high: 120, volume: 1 }))
  const drag = (byPx: number) => {
    vi.spyOn(host(), 'setPointerCapture').mockReturnValue()
    const { left, top } = host().getBoundingClientRect()
    const at = { clientY: top + 80, bubbles: true, pointerType: 'mouse', pointerId: 1 }
    for (const [type, x] of [
      ['pointerdown', 400],
      ['pointermove', 400 + byPx],
      ['pointerup', 400 + byPx],
    ] as const)
      host().dispatchEvent(new PointerEvent(type, { ...at, clientX: left + x }))
  }
  /** Where the overlays have a slot, px of the chart. */
  function overlayX(slot: number): number {
    const element = box.querySelectorAll<HTMLElement>('[_echarts_instance_]')[1]!
    const { left } = element.querySelector('canvas')!.getBoundingClientRect()
    const x = getInstanceByDom(element)!.convertToPixel({ xAxisIndex: 0 }, slot)
    return left - host().getBoundingClientRect().left + (typeof x === 'number' ? x : Number.NaN)
  }
  /** Where the crosshair is, px of the chart. */
  const crosshairX = () => {
    // Just above the times, where nothing but the vertical line is.
    const { data } = crosshair()
      .getContext('2d')!
      .getImageData(0, HEIGHT - 26, WIDTH, 1)
    return data.findIndex((alpha, index) => index % 4 === 3 && alpha > 0) >> 2
  }

  it('[CH-60] are moved with the candles while the view is panned, and drawn again beyond what is drawn', async () => {
    await mount(level(500), { overlays: overlaysOf(['ema', 'rsi', 'macd', 'patterns']) })
    await eventually(() => expect(layers()).toHaveLength(3))
    await frames(3)
    const options = spyOnOptions()
    const before = overlayX(450)
    drag(60)
    await frames()
    expect(overlayX(450) - before).toBeCloseTo(60, -0.4)
    for (const setOption of options) expect(setOption).not.toHaveBeenCalled()
    drag(390)
    await frames()
    expect(overlayX(450) - before).toBeCloseTo(450, -0.4)
    expect(options.map((setOption) => setOption.mock.calls.length)).toEqual([1, 0])
    host().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await frames()
    const slot = Number(host().ariaValueNow) - 1
    expect(Math.abs(overlayX(slot) - crosshairX())).toBeLessThanOrEqual(1.5)
  })

  it('[CH-25] the newest candle and its price are moved, not painted again, while the view is panned', async () => {
    await mount(level(500))
    const strips = [strip(), host().querySelector<HTMLCanvasElement>('div > div > canvas')!]
    const painted = strips.map((canvas) => vi.spyOn(canvas.getContext('2d')!, 'clearRect'))
    const { left } = strip().getBoundingClientRect()
    drag(-20)
    await frames()
    expect(strip().getBoundingClientRect().left - left).toBeCloseTo(-20, -0.4)
    for (const clearRect of painted) expect(clearRect).not.toHaveBeenCalled()
    tick({ ...level(500).at(-1)!, close: 119 })
    await frames()
    for (const clearRect of painted) expect(clearRect).toHaveBeenCalledTimes(1)
  })

  it('[CH-60] are drawn again when a move of the view changes a scale', async () => {
    const rising = level(500).map((each, i) => ({ ...each, high: 120 + i }))
    await mount(rising, { overlays: overlaysOf(['ema']) })
    await eventually(() => expect(layers()).toHaveLength(2))
    await frames(3)
    const [setOption] = spyOnOptions()
    drag(60)
    await frames()
    expect(setOption).toHaveBeenCalledTimes(1)
  })
})

describe('a chart with tools', () => {
  const layer = () => box.querySelectorAll<HTMLCanvasElement>('canvas[data-zr-dom-id]')[1]
  const isDrawn = () => /[1-9]/.test(layer() ? pixels(layer()!) : '')

  /** The tools of a chart over candles that do not change, with the lines that were set. */
  async function mountTools(given: Partial<ChartTools> = {}) {
    const onLines = vi.fn<ChartTools['onLines']>()
    const changes$ = streamOf(candles(200))
    const show = (more: Partial<ChartTools>) => mount([], { changes$, tools: { ...aChartTools({ onLines }), ...more } })
    await show(given)
    return { onLines, show }
  }
  const point = (type: string, x: number, y: number, given: PointerEventInit = {}) => {
    const { left, top } = host().getBoundingClientRect()
    const place = { clientX: left + x, clientY: top + y, bubbles: true, pointerType: 'mouse', pointerId: 1 }
    host().dispatchEvent(new PointerEvent(type, { ...place, ...given }))
  }
  function drag([x1, y1]: [number, number], [x2, y2]: [number, number], given: PointerEventInit = {}) {
    vi.spyOn(host(), 'setPointerCapture').mockReturnValue()
    point('pointerdown', x1, y1, given)
    point('pointermove', x2, y2, given)
    point('pointerup', x2, y2, given)
  }
  const announced = () => box.querySelector('[aria-live]')?.textContent ?? ''
  const valueOf = (text: string) => Number(text.replace(/[^\d.]/g, ''))

  it('[CH-65] measures what is dragged over with Shift, and does not move', async () => {
    await mountTools()
    host().focus()
    await userEvent.keyboard('{End}')
    const shown = pixels(base())
    drag([200, 60], [300, 200], { shiftKey: true })
    await eventually(() => expect(isDrawn()).toBe(true))
    expect(announced()).toMatch(/^-\d+\.\d \(-\d+\.\d\d%\), \+14 candles, 14 min$/)
    expect(pixels(base())).toBe(shown)
    host().focus()
    await userEvent.keyboard('{Escape}')
    await eventually(() => expect(isDrawn()).toBe(false))
  })

  it('[CH-65] measures between closes by Shift and arrow keys', async () => {
    await mountTools()
    host().focus()
    await userEvent.keyboard('{End}{Shift>}{PageDown}{ArrowLeft}{/Shift}')
    const [last, earlier] = [candles(200).at(-1)!.close, candles(200).at(-12)!.close]
    const change = earlier - last
    expect(announced()).toContain(`${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(1)} (`)
    expect(announced()).toContain(', -11 candles, 11 min')
    await userEvent.keyboard('{ArrowLeft}')
    await eventually(() => expect(isDrawn()).toBe(false))
  })

  it('[CH-65] [CH-71] measures by a finger once it is chosen, and drags move the view again', async () => {
    await mountTools()
    await userEvent.click(page.getByRole('button', { name: 'Chart tools' }))
    await userEvent.click(page.getByRole('menuitem', { name: /Measure/ }))
    await expect.element(page.getByText(/^Drag over the chart/)).toBeVisible()
    drag([200, 60], [300, 60], { pointerType: 'touch' })
    await expect.poll(announced).toMatch(/\+14 candles/)
    expect(page.getByText(/^Drag over the chart/).query()).toBeNull()
    expect(jump()).toBeNull()
    drag([200, 60], [500, 60], { pointerType: 'touch' })
    await eventually(() => expect(jump()).not.toBeNull())
  })

  it('[CH-66] draws a line where H or a press asks for it, and moves and deletes it', async () => {
    const { onLines, show } = await mountTools()
    point('pointermove', 200, 100)
    host().focus()
    await userEvent.keyboard('h')
    const [line = 0] = onLines.mock.lastCall?.[0] ?? []
    expect(line).toBeGreaterThan(candles(200)[0]!.low)
    expect(announced()).toBe(`Line at ${line.toFixed(1)}`)
    await show({ lines: [line] })
    await eventually(() => expect(isDrawn()).toBe(true))
    drag([200, 100], [200, 140])
    const [lower = 0] = onLines.mock.lastCall?.[0] ?? []
    expect(lower).toBeLessThan(line)
    expect(jump()).toBeNull()
    point('pointermove', 200, 102)
    await userEvent.keyboard('{Delete}')
    expect(onLines.mock.lastCall).toEqual([[]])
  })

  it('[CH-75] draws the levels of a position, and drags a stop', async () => {
    const { onLines } = await mountTools()
    point('pointermove', 200, 100)
    host().focus()
    await userEvent.keyboard('h')
    const [price = 0] = onLines.mock.lastCall?.[0] ?? []
    const onLevel = vi.fn<(id: string, price: number) => Promise<boolean>>(async () => true)
    const stop = { id: 'Stop a', text: 'Stop, Trend', price, tone: 'down', isMovable: true } as const
    const overlays = {
      shown: ['paper'],
      marks: [],
      valuesAt: () => ({}),
      need: () => undefined,
      levels: [stop],
      onLevel,
    }
    const texts = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
    await mount([], { changes$: streamOf(candles(200)), tools: aChartTools(), overlays })
    await eventually(() => expect(isDrawn()).toBe(true))
    await eventually(() => expect(texts.mock.calls.map(([text]) => text)).toContain(`Stop, Trend ${price.toFixed(1)}`))
    drag([200, 100], [200, 140])
    const [id, lower = 0] = onLevel.mock.lastCall ?? []
    expect(id).toBe('Stop a')
    expect(lower).toBeLessThan(price)
    await expect.poll(announced).toBe(`Stop, Trend at ${lower.toFixed(1)}`)
    expect(jump()).toBeNull()
  })

  it('[CH-66] undoes by Control and Z', async () => {
    const onUndo = vi.fn()
    await mountTools({ onUndo })
    host().focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(onUndo).toHaveBeenCalledTimes(1)
  })

  it('[CH-69] has the axis of its overlays where its prices are, at both scales', async () => {
    const overlays = { shown: ['vwap'], marks: [], valuesAt: () => ({}), need: () => undefined }
    for (const scale of ['linear', 'log'] as const) {
      const wide = candles(200).map((each, i) => ({ ...each, low: 10, high: 10 * 1.02 ** i, close: 10, open: 10 }))
      await mount(wide, { overlays, firstView: 200, tools: { ...aChartTools(), scale } })
      await eventually(() => expect(layer()).toBeDefined())
      await frames(3)
      const above = getInstanceByDom([...box.querySelectorAll<HTMLElement>('[_echarts_instance_]')].at(-1)!)!
      host().focus()
      for (const y of [60, 200]) {
        const write = vi.spyOn(crosshair().getContext('2d')!, 'fillText')
        point('pointermove', 200, y)
        await frames()
        const [tag] = write.mock.calls.findLast(([text]) => /^[\d,.]+$/.test(text))!
        expect(above.convertToPixel({ yAxisIndex: 0 }, valueOf(tag))).toBeCloseTo(y, -0.5)
      }
      root.render(null)
      await frames()
    }
  })

  it('[CH-68] saves what is seen as an image with a line that names it', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:image')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const texts = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
    await mountTools({ lines: [105], caption: () => '2019-06-01 12:00:00 UTC · Simulated' })
    await eventually(() => expect(isDrawn()).toBe(true))
    await userEvent.click(page.getByRole('button', { name: 'Chart tools' }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Save as image' }))
    await eventually(() => expect(saved).toHaveBeenCalled())
    expect(texts.mock.calls.map(([text]) => text)).toContain('Chart · 2019-06-01 12:00:00 UTC · Simulated')
    const image = await createImageBitmap(saved.mock.lastCall?.[0] as Blob)
    expect([image.width, image.height]).toEqual([WIDTH, HEIGHT + 30])
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: WIDTH, height: HEIGHT })
    canvas.getContext('2d')!.drawImage(image, 0, -30)
    const colors = (of: HTMLCanvasElement) => new Set(pixels(of).split(',')).size
    expect(colors(canvas)).toBeGreaterThan(20)
  })

  it('[CH-68] saves no image of a chart that is gone before the code for it is loaded', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:image')
    const rejected = vi.fn((event: PromiseRejectionEvent) => event.preventDefault())
    addEventListener('unhandledrejection', rejected, { once: true })
    await mountTools()
    await userEvent.click(page.getByRole('button', { name: 'Chart tools' }))
    const entry = page.getByRole('menuitem', { name: 'Save as image' }).element() as HTMLElement
    flushSync(() => entry.click())
    flushSync(() => root.render(null))
    await import('#src/ui/charts/tools/image.ts')
    await frames()
    expect(saved).not.toHaveBeenCalled()
    expect(rejected).not.toHaveBeenCalled()
    removeEventListener('unhandledrejection', rejected)
  })

  it('[CH-68] leaves out of an image what overlays have beyond the plot', async () => {
    const overlays = {
      shown: ['ema'],
      marks: [],
      valuesAt: () => ({ ema_9: 110, ema_21: 110, ema_100: 110 }),
      need: () => undefined,
    }
    const changes$ = streamOf(candles(200))
    await mount([], { changes$, overlays })
    await eventually(() => expect(layer()).toBeDefined())
    host().focus()
    await userEvent.keyboard('{Home}')
    await frames(3)
    const image = drawImage(host().parentElement!, 'Chart', canvasTheme('dark'), 1)
    const plot = layer()!.closest<HTMLElement>('[style*="width"]:has([_echarts_instance_])')!.clientWidth
    const right = (canvas: HTMLCanvasElement) =>
      canvas
        .getContext('2d')!
        .getImageData(plot, 30, WIDTH - plot, HEIGHT - 30)
        .data.join()
    const shown = right(image)
    layer()!.hidden = true
    expect(right(drawImage(host().parentElement!, 'Chart', canvasTheme('dark'), 1))).toBe(shown)
  })
})

describe('[CH-30] the keyboard', () => {
  it('moves the crosshair and describes its candle', async () => {
    await mount([...candles(50), ...candles(50, 55)])
    host().focus()
    await userEvent.keyboard('{ArrowRight}')
    await frames()
    expect(host().ariaValueText).toMatch(/^2019-06-01 01:44:00 UTC: open /)
    expect(readout()).toMatch(/^01:44 {3}O 1\d\d\.0 {3}H /)
    await userEvent.keyboard('{ArrowLeft}')
    expect(host().ariaValueText).toMatch(/^2019-06-01 01:43:00 UTC: open /)
    await userEvent.keyboard('{PageDown}')
    await frames()
    expect(host().ariaValueText).toMatch(/^2019-06-01 01:33:00 UTC: open /)
    expect(host().ariaValueNow).toBe('89')
    expect(readout()).toMatch(/^01:33/)
    await userEvent.keyboard('{Home}')
    expect(host().ariaValueText).toMatch(/^2019-06-01 00:00:00 UTC: open /)
    expect([host().ariaValueNow, host().ariaValueMax]).toEqual(['1', '100'])
  })

  it('[CH-32] shows the entire time label at the edge', async () => {
    await mount(candles(100))
    host().focus()
    await userEvent.keyboard('{Home}')
    await frames()
    const write = vi.spyOn(crosshair().getContext('2d')!, 'fillText')
    for (let i = 0; i < 12; i++) {
      await userEvent.keyboard('{ArrowRight}')
      await frames()
      const [, x] = write.mock.calls.findLast(([text]) => /^00:\d\d$/.test(text))!
      expect(x).toBeGreaterThanOrEqual(0)
    }
  })

  it('[CH-5] describes missing minutes', async () => {
    await mount([...candles(50), ...candles(50, 55)])
    host().focus()
    await userEvent.keyboard('{End}{PageDown}{PageDown}{PageDown}{PageDown}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    for (let i = 0; i < 6; i++) await userEvent.keyboard('{ArrowLeft}')
    await frames()
    expect(host().ariaValueText).toContain('after 5 missing minutes')
    expect(readout()).toContain('5 min missing before')
  })

  it('announces on demand, repeatedly, and is silent otherwise', async () => {
    await mount(candles(20))
    const status = page.getByRole('status').element()
    expect(status.textContent).toBe('')
    tick(candle(20, { close: 111 }))
    await frames()
    expect(status.textContent).toBe('')
    host().focus()
    await userEvent.keyboard('{Enter}')
    const first = status.textContent
    expect(first).toMatch(/^2019-06-01 00:20:00 UTC: .*close 111\.0/)
    await userEvent.keyboard(' ')
    expect(status.textContent).not.toBe(first)
    expect(status.textContent.trim()).toBe(first)
  })

  it('zooms and hides the crosshair', async () => {
    await mount(candles(200))
    host().focus()
    const before = pixels(base())
    await userEvent.keyboard('{+}')
    await frames()
    expect(pixels(base())).not.toBe(before)
    await userEvent.keyboard('{-}{ArrowLeft}')
    await frames()
    expect(readout()).not.toBe('')
    await userEvent.keyboard('{Escape}')
    await frames()
    expect(readout()).toBe('')
  })
})

it('[CH-30] the chart listens to the keys that help lists, and to no others', async () => {
  await mount(candles(200), { tools: aChartTools() })
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789+-=?/.,;[]', (letter) => letter.toUpperCase())
  const named =
    'ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Home End Enter Space Escape Delete Backspace Insert Tab'
  const names = [...letters.filter((letter) => letter !== '+'), 'Plus', ...named.split(' ')]
  const isTaken = (name: string): boolean => {
    const key = name.replace('Control+', '').replace('Plus', '+').replace('Space', ' ')
    const event = new KeyboardEvent('keydown', { key, ctrlKey: name.startsWith('Control+'), cancelable: true })
    return !host().dispatchEvent(event)
  }
  const taken = [...names, ...names.map((name) => `Control+${name}`)].filter(isTaken)
  const listed = Object.keys(CHART_KEYS).flatMap((keys) => keys.split(' '))
  expect(taken.toSorted()).toEqual(listed.toSorted())
})

describe('[CH-31] the alternatives', () => {
  it.each([
    ['StrictMode', StrictMode],
    ['nothing', Fragment],
  ])('are a text and, on demand, a table with exact values (within %s)', async (_, around) => {
    await mount([candle(0), candle(1, { close: 101.123_456_78 })], {}, around)
    await expect.element(page.getByText('2 one-minute candles from 2019-06-01')).toBeInTheDocument()
    await page.getByRole('button', { name: 'Show as table' }).click()
    const figures = () =>
      [...box.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('data')].map(({ value }) => Number(value)),
      )
    await eventually(() => expect(figures()).toHaveLength(2))
    expect(figures()).toEqual(
      [candle(0), candle(1, { close: 101.123_456_78 })].map((c) => [
        c.timestamp,
        c.open,
        c.high,
        c.low,
        c.close,
        c.volume,
      ]),
    )
    await page.getByRole('button', { name: 'Show as table' }).click()
    await eventually(() => expect(figures()).toEqual([]))
  })
})

describe('[CH-28] the chart', () => {
  it('follows its size', async () => {
    await mount(candles(200))
    box.style.width = '500px'
    const sizes = () => [base(), host()].map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
    await eventually(() =>
      expect(sizes()).toEqual([
        [500, HEIGHT],
        [500, HEIGHT],
      ]),
    )
    expect([instance().getWidth(), instance().getHeight()]).toEqual([500, HEIGHT])
  })

  it('follows theme and levels without recreating', async () => {
    const changes$ = streamOf(candles(200))
    await mount([], { changes$ })
    const chart = instance()
    const dark = pixels(base())
    await mount([], { changes$, theme: 'light' })
    const light = pixels(base())
    expect(light).not.toBe(dark)
    await mount([], { changes$, theme: 'light', zones: [{ id: 'a', kind: 'support', from: 105, to: 107 }] })
    expect(pixels(base())).not.toBe(light)
    expect(instance()).toBe(chart)
    expect(subscribers).toBe(1)
  })
})

it('[CH-15] an empty feed paints an empty chart, and the first tick fills it', async () => {
  await mount([])
  const empty = pixels(base())
  tick(candle(0, { close: 1e-8 }))
  await frames()
  expect(pixels(base())).not.toBe(empty)
})
