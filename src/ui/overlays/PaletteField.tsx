import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import * as css from './popup.css.ts'
import { backdrop, popup, viewport } from './Dialog.css.ts'

/** Name of the field, which says what can be found. */
export const PALETTE_LABEL = 'Find a page, stream or action'

export interface PaletteFieldProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onEnter: () => void
  readonly onClose: () => void
}

/** The field of the command palette alone, while the palette is being loaded. Has the focus at once. */
export function PaletteField({ query, onQuery, onEnter, onClose }: PaletteFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
    else if (event.key === 'Escape') onClose()
    else if (event.key !== 'Tab') return
    // Nothing else can have the focus.
    event.preventDefault()
  }

  return (
    <div className={css.loading}>
      <div className={backdrop} />
      <div className={`${viewport} ${css.top}`}>
        <dialog open className={`${popup.medium} ${css.box}`} aria-label="Commands" aria-busy="true">
          <div className={css.search}>
            <Search size={16} aria-hidden="true" />
            <input
              ref={input}
              className={css.input}
              aria-label={PALETTE_LABEL}
              placeholder={PALETTE_LABEL}
              value={query}
              onChange={({ target }) => onQuery(target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
        </dialog>
      </div>
    </div>
  )
}
