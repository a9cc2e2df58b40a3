import type { PointedSlot } from '../input/navigation.ts'
import { clamp, type View } from '../input/viewport.ts'
import type { Series } from './series.ts'

/** Another chart of a group, as one of them sees it. Times are unix seconds. */
interface GroupMember {
  /** Called with the opening of the candle that is pointed at; undefined if none is. */
  readonly point: (at: number | undefined) => void
  /** Called with the end of the last candle in view; undefined if the view follows the newest. */
  readonly showUntil: (time: number | undefined) => void
}

type Tell = (what: (member: GroupMember) => void) => void

/** Charts that point at the same time and show candles up to the same time while they are kept in step. */
export interface ChartGroup {
  /** Adds a chart until the signal aborts. Returns what tells the others. */
  readonly join: (member: GroupMember, signal: AbortSignal) => Tell
  readonly keepInStep: (isInStep: boolean) => void
}

export function createChartGroup(): ChartGroup {
  const members = new Set<GroupMember>()
  let isKept = true
  return {
    join(member, signal) {
      members.add(member)
      signal.addEventListener('abort', () => members.delete(member))
      return (tell) => {
        if (isKept) for (const other of members) if (other !== member) tell(other)
      }
    },
    keepInStep(isInStep) {
      isKept = isInStep
      if (!isKept) for (const member of members) member.point(undefined)
    },
  }
}

interface SteppedChart {
  readonly series: Pick<Series, 'first' | 'last' | 'stepS' | 'timeAt' | 'slotOf' | 'slotBefore'>
  readonly view: () => View
  readonly isFollowing: () => boolean
  readonly toNewest: () => void
  /** Moves the view so that a slot is the last in it. */
  readonly moveEnd: (slot: number) => void
  readonly onPointed: () => void
}

/** One chart's part in a group. The callbacks say what the user, or new candles, did to it. */
export function createStepping(chart: SteppedChart, group: ChartGroup | undefined, signal: AbortSignal) {
  const { series } = chart
  /** What another chart points at. */
  let guest: number | undefined
  /** What another chart shows candles up to, before this one has loaded any of then. */
  let awaited: number | undefined
  let isMovedHere = true

  /** Runs what moves the view without telling the others. */
  function quietly(move: () => void): void {
    isMovedHere = false
    move()
    isMovedHere = true
  }
  function follow(time: number): void {
    awaited = time <= series.timeAt(series.first) ? time : undefined
    quietly(() => chart.moveEnd(series.slotBefore(time - 1)))
  }
  const tell = group?.join(
    {
      point(at) {
        if (at === guest) return
        guest = at
        chart.onPointed()
      },
      showUntil(time) {
        awaited = undefined
        if (time === undefined) quietly(chart.toNewest)
        else if (series.last >= series.first) follow(time)
      },
    },
    signal,
  )
  function tellEnd(): void {
    const last = clamp(Math.floor(chart.view().to), series.first, series.last)
    const until = chart.isFollowing() ? undefined : series.timeAt(last) + series.stepS
    tell?.((other) => other.showUntil(until))
  }

  return {
    /** The candle that another chart points at. */
    guest(): PointedSlot | undefined {
      const slot = guest === undefined ? undefined : series.slotOf(guest)
      return slot === undefined ? undefined : { slot }
    },
    pointedChanged: (pointed: PointedSlot | undefined) =>
      tell?.((other) => other.point(pointed && series.timeAt(pointed.slot))),
    /** Call when the view has moved. */
    viewMoved(): void {
      if (!isMovedHere) return
      awaited = undefined
      tellEnd()
    },
    /** Call with what moves the view after its candles changed. */
    candlesChanged(move: () => void): void {
      quietly(move)
      if (awaited !== undefined) follow(awaited)
    },
  }
}
