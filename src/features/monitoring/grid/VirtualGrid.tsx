import { useVirtualizer } from '@tanstack/react-virtual'
import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useEffect, useRef, useState } from 'react'
import { cx } from '#src/ui/cx.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { CARD_HEIGHT, CARD_WIDTH, cells, columns as columnsVar, GAP, offset, row, sheet, viewport } from './grid.css.ts'
import { columnsIn } from './columns.ts'
import { StreamCard } from './StreamCard.tsx'

export interface VirtualGridProps {
  readonly keys: readonly string[]
  readonly onOpen: (key: string) => void
}

const PADDING = 24
const OVERSCAN_ROWS = 1
/** Not every browser lets the keyboard reach what merely scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const

/** Cards in as many columns as there is room for; only the rows in sight are drawn. */
export function VirtualGrid({ keys, onOpen }: VirtualGridProps) {
  const frame = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(CARD_WIDTH)
  const now = useNow()
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth - PADDING)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const columns = columnsIn(width)
  const rows = Math.ceil(keys.length / columns)
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => frame.current,
    estimateSize: () => CARD_HEIGHT + GAP,
    overscan: OVERSCAN_ROWS,
  })
  const height = Math.max(0, rows * (CARD_HEIGHT + GAP) - GAP)
  return (
    <section
      ref={frame}
      className={viewport}
      aria-label="Stream cards"
      style={{ height: `${height + PADDING}px` }}
      {...FOCUSABLE}
    >
      <div className={sheet} style={{ height: `${height}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            className={cx(row, cells)}
            style={assignInlineVars({ [offset]: String(start), [columnsVar]: String(columns) })}
          >
            {keys.slice(index * columns, (index + 1) * columns).map((streamKey, column) => (
              <StreamCard
                key={streamKey}
                streamKey={streamKey}
                onOpen={onOpen}
                now={now}
                place={index * columns + column + 1}
                count={keys.length}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
