import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import * as css from './CommandPalette.css.ts'
import { popup, backdrop, viewport } from './Dialog.css.ts'
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
}

export interface CommandPaletteProps {
  readonly groups: readonly CommandGroup[]
  readonly onClose: () => void
}

/** Every word of the query begins a word of the command. */
function matches({ label, keywords = '' }: Command, query: string): boolean {
  const words = `${label} ${keywords}`.toLowerCase().split(/[\s/:-]+/)
  const wanted = query.toLowerCase().split(/[\s/:-]+/)
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

/** Dialog that finds and runs a command by typing. Runs it after closing, so that the command may move the focus. */
export function CommandPalette({ groups, onClose }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Viewport className={`${viewport} ${css.top}`}>
          <Dialog.Popup className={popup.medium} initialFocus={input} aria-label="Commands">
            <Autocomplete.Root
              inline
              open
              items={groups}
              itemToStringValue={({ label }: Command) => label}
              filter={matches}
              autoHighlight="always"
              keepHighlight
            >
              <div className={css.search}>
                <Search size={16} aria-hidden="true" />
                <Autocomplete.Input
                  ref={input}
                  className={css.input}
                  aria-label="Find a page, stream or action"
                  placeholder="Find a page, stream or action"
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
