import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import * as css from './popup.css.ts'
import { popup, backdrop, viewport } from './Dialog.css.ts'
import { PALETTE_LABEL } from './PaletteField.tsx'
import { item, note } from './popup.css.ts'

/** Something that the palette can do. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Shown at the right: a shortcut or the current state. */
  readonly note?: string | undefined
  /** Further words that find the command. */
  readonly keywords?: string | undefined
  readonly run: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly Command[]
  /** Only listed where what is typed finds it. */
  readonly onlyFound?: boolean | undefined
}

export interface CommandPaletteProps {
  readonly groups: readonly CommandGroup[]
  readonly onClose: () => void
  /** What is typed in the field. */
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Enter was pressed before anything was found: the first command found runs as soon as there is one. */
  readonly isEntered?: boolean | undefined
  /** Called when Enter is pressed and nothing is found. */
  readonly onEnter?: (() => void) | undefined
  /** Called when the field is there and has the focus. */
  readonly onShown?: (() => void) | undefined
  /** Gets the focus back; by default what had it before. */
  readonly opener?: HTMLElement | undefined
}

/** Every word of the query begins a word of the command. */
function matches({ label, keywords = '' }: Command, query: string): boolean {
  const words = `${label} ${keywords}`.toLowerCase().split(/[\s/:-]+/)
  const wanted = query.toLowerCase().split(/[\s/:-]+/)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

/** Dialog that finds and runs a command by typing. Runs it after closing, so that the command may move the focus. */
export function CommandPalette(props: CommandPaletteProps) {
  const { groups, onClose, query, onQuery, isEntered = false, onEnter, onShown, opener } = props
  const input = useRef<HTMLInputElement>(null)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const shown = query.trim() === '' ? groups.filter(({ onlyFound }) => onlyFound !== true) : groups
  const first = shown.flatMap(({ items }) => items).find((command) => matches(command, query))
  const runFirst = useEffectEvent(() => {
    if (first) run(first)
  })
  const isDue = isEntered && first !== undefined
  useEffect(() => {
    if (isDue) runFirst()
  }, [isDue])
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      if (element === null) return
      element.focus()
      onShown?.()
    },
    [onShown],
  )
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Viewport className={`${viewport} ${css.top}`}>
          <Dialog.Popup
            className={popup.medium}
            initialFocus={input}
            finalFocus={() => opener ?? true}
            aria-label="Commands"
          >
            <Autocomplete.Root
              inline
              open
              items={shown}
              value={query}
              onValueChange={onQuery}
              itemToStringValue={({ label }: Command) => label}
              filter={matches}
              autoHighlight="always"
              keepHighlight
            >
              <div className={css.search}>
                <Search size={16} aria-hidden="true" />
                <Autocomplete.Input
                  ref={attach}
                  className={css.input}
                  aria-label={PALETTE_LABEL}
                  placeholder={PALETTE_LABEL}
                  onKeyDown={({ key }) => {
                    if (key === 'Enter' && first === undefined) onEnter?.()
                  }}
                />
              </div>
              <Autocomplete.Empty className={css.empty}>Nothing found</Autocomplete.Empty>
              <Autocomplete.List className={css.list}>
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className={css.group}>{group.label}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          key={command.id}
                          value={command}
                          className={item}
                          onClick={() => run(command)}
                        >
                          {command.label}
                          {command.note === undefined ? null : <span className={note}>{command.note}</span>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
