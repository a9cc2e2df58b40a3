import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { createChartGroup, createStepping, type ChartGroup } from '#src/ui/charts/in-step.ts'
import { Series } from '#src/ui/charts/series.ts'

const signal = new AbortController().signal
const candles = (stepS: number, from: number, count: number): Candle[] =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: from + index * stepS,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  }))

/** A chart of `count` candles that end at the time `end`, of which 20 are in view. */
function aChart(group: ChartGroup, stepS: number, end: number, count: number) {
  const series = new Series(stepS)
  const moves: string[] = []
  let to = 0
  const stepping = createStepping(
    {
      series,
      view: () => ({ from: to - 20, to }),
      isFollowing: () => to > series.last,
      toNewest() {
        moves.push('newest')
        to = series.last + 4.5
        stepping.viewMoved()
      },
      moveEnd(slot) {
        moves.push(`until ${series.timeAt(slot) + stepS}`)
        to = slot + 0.5
        stepping.viewMoved()
      },
      onPointed: () => moves.push('pointed'),
    },
    group,
    signal,
  )
  const load = (all: Candle[]) => {
    series.apply({ kind: 'reset', candles: all, isAtNewest: true })
    stepping.candlesChanged(() => stepping.viewMoved())
  }
  load(candles(stepS, end - count * stepS, count))
  to = series.last + 4.5
  /** As the user moves it. */
  function move(toSlot: number): void {
    to = toSlot + 0.5
    stepping.viewMoved()
  }
  return { series, stepping, moves, move, load, end: () => to }
}

const END = 360_000

describe('[CH-83] charts in step', () => {
  it('point at the candle that holds the time, each in its own timeframe', () => {
    const group = createChartGroup()
    const minutes = aChart(group, 60, END, 500)
    const hours = aChart(group, 3_600, END, 50)
    const slot = minutes.series.slotOf(END - 90 * 60) ?? 0
    minutes.stepping.pointedChanged({ slot })
    expect(hours.moves).toEqual(['pointed'])
    expect(hours.series.timeAt(hours.stepping.guest()?.slot ?? -1)).toBe(END - 2 * 3_600)
    expect(minutes.stepping.guest()).toBeUndefined()
    minutes.stepping.pointedChanged(undefined)
    expect(hours.stepping.guest()).toBeUndefined()
  })

  it('end where the one that is moved ends, without an echo, and follow the newest with it', () => {
    const group = createChartGroup()
    const minutes = aChart(group, 60, END, 500)
    const hours = aChart(group, 3_600, END, 50)
    minutes.move(minutes.series.slotOf(END - 90 * 60) ?? 0)
    expect(hours.moves).toEqual([`until ${END - 3_600}`])
    expect(minutes.moves).toEqual([])
    hours.move(hours.series.last + 4)
    expect(minutes.moves).toEqual(['newest'])
  })

  it('go on to where another ends once their candles reach back so far, unless they are moved meanwhile', () => {
    const group = createChartGroup()
    const hours = aChart(group, 3_600, END, 50)
    const minutes = aChart(group, 60, END, 100)
    hours.move(hours.series.slotOf(END - 4 * 3_600) ?? 0)
    expect(minutes.moves).toEqual([`until ${END - 99 * 60}`])
    minutes.load(candles(60, END - 500 * 60, 500))
    expect(minutes.moves.at(-1)).toBe(`until ${END - 3 * 3_600}`)
    minutes.move(minutes.series.last - 1)
    const { length } = minutes.moves
    minutes.load(candles(60, END - 600 * 60, 600))
    expect(minutes.moves).toHaveLength(length)
  })

  it('are left alone once they are not in step, when they are gone, and when candles move one of them', () => {
    const group = createChartGroup()
    const first = aChart(group, 60, END, 100)
    const second = aChart(group, 60, END, 100)
    first.load(candles(60, END - 99 * 60, 100))
    expect(second.moves).toEqual([])
    first.stepping.pointedChanged({ slot: first.series.last })
    group.keepInStep(false)
    expect(second.stepping.guest()).toBeUndefined()
    first.move(first.series.last - 30)
    expect(second.moves).toEqual(['pointed', 'pointed'])
  })
})
