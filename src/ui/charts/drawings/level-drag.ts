import { formatFixed } from '../../format/chart-labels.ts'
import type { Drag } from '../../input/gestures.ts'
import type { ChartLayout } from '../layout.ts'
import type { PriceLevel } from '../overlays/data.ts'
import { lineNear, REACH_PX } from './drawings.ts'

interface HeldLevel {
  readonly id: string
  readonly to: number
  readonly among: readonly PriceLevel[]
  readonly isSaved?: boolean
}

export interface LevelDragOptions {
  readonly layout: () => ChartLayout
  /** Prices of positions, of which some can be moved. */
  readonly levels: () => readonly PriceLevel[]
  /** Called with the level that was moved; false if it could not be saved. */
  readonly onLevel: (id: string, price: number) => Promise<boolean>
  /** Called when something is drawn otherwise. */
  readonly onChange: () => void
  readonly onAnnounce: (text: string) => void
  readonly priceAt: (y: number) => number
}

/** Moves the stops and targets of positions: each stays where it was dragged to until it is saved, and goes back if it cannot be. */
export function createLevelDrag(options: LevelDragOptions) {
  const { layout, onChange, onAnnounce, priceAt } = options
  /** The level that is being moved or saved, where it is, and the levels that it was among. */
  let held: HeldLevel | undefined

  function levels(): readonly PriceLevel[] {
    const given = options.levels()
    // Those that came after it was saved are right.
    if (held?.isSaved === true && held.among !== given) held = undefined
    // The same array while nothing is held, so that nothing is painted anew.
    return held === undefined
      ? given
      : given.map((level) => (level.id === held?.id ? { ...level, price: held.to } : level))
  }

  async function save(level: PriceLevel, left: HeldLevel): Promise<void> {
    onAnnounce(`${level.text} at ${formatFixed(left.to, layout().decimals)}`)
    const isSaved = await options.onLevel(level.id, left.to)
    // Another may have been taken hold of meanwhile.
    if (held === left) held = isSaved ? { ...left, isSaved } : undefined
    onChange()
  }

  function moveLevel(level: PriceLevel): Drag {
    return {
      moveTo(_, y) {
        held = { id: level.id, to: priceAt(y), among: options.levels() }
        onChange()
      },
      end(hasMoved) {
        if (hasMoved && held !== undefined) void save(level, held)
        else held = undefined
        onChange()
      },
    }
  }

  function levelAt(y: number, isTouch: boolean): PriceLevel | undefined {
    const movable = levels().filter(({ isMovable }) => isMovable)
    const near = lineNear(
      movable.map(({ price }) => price),
      layout().y,
      y,
      REACH_PX[isTouch ? 'touch' : 'mouse'],
    )
    return movable.find(({ price }) => price === near)
  }

  return { levels, levelAt, moveLevel }
}
