import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { useOverlays } from '../overlays/OverlayProvider.tsx'
import * as css from './NamedSets.css.ts'
import { TextField } from './TextField.tsx'

const MAX_SETS = 20
const MAX_NAME = 40
/** How long a deleted one can be brought back. */
const UNDO_MS = 10_000

export interface NamedSetsProps<Value> {
  /** What one of them is called: 'set'. */
  readonly noun: string
  /** Label of the field for a new name. */
  readonly label: string
  readonly sets: Readonly<Record<string, Value>>
  /** What would be kept now; undefined if there is nothing to keep. */
  readonly current: Value | undefined
  /** Says in a few words what is in one. */
  readonly describe: (value: Value) => string
  readonly onOpen: (value: Value) => void
  /** Called with all of them when one was added, replaced, deleted or brought back. */
  readonly onChange: (sets: Record<string, Value>) => void
  /** Further actions beside Save. */
  readonly children?: ReactNode
}

/** What a user keeps by name: opened, saved, replaced and deleted. */
export function NamedSets<Value>(props: NamedSetsProps<Value>) {
  const { noun, label, sets, current, describe, onOpen, onChange, children } = props
  const { toasts } = useOverlays()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const isFull = Object.keys(sets).length >= MAX_SETS && sets[name] === undefined
  function save(kept: Value): void {
    onChange({ ...sets, [name]: kept })
    toasts.success(`${title} "${name}" saved`)
    setTyped('')
  }
  function drop(dropped: string): void {
    onChange(Object.fromEntries(Object.entries(sets).filter(([each]) => each !== dropped)))
    toasts.undoable(`${title} "${dropped}" deleted`, { onUndo: () => onChange(sets), forMs: UNDO_MS })
  }
  return (
    <section className={css.sets} aria-label={`${title}s`}>
      <ul className={css.list}>
        {Object.entries(sets).map(([each, value]) => (
          <li key={each} className={css.set}>
            <Button size="small" variant="ghost" onClick={() => onOpen(value)}>
              {each} ({describe(value)})
            </Button>
            <IconButton
              size="small"
              icon={<Trash2 size={14} />}
              label={`Delete the ${noun} ${each}`}
              onClick={() => drop(each)}
            />
          </li>
        ))}
      </ul>
      <form
        className={css.save}
        onSubmit={(event) => {
          event.preventDefault()
          if (current !== undefined) save(current)
        }}
      >
        <TextField
          label={label}
          placeholder="Name"
          value={typed}
          maxLength={MAX_NAME}
          error={isFull ? `No more than ${MAX_SETS} ${noun}s can be kept` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name === '' || current === undefined || isFull}>
          {sets[name] === undefined ? 'Save' : 'Replace'}
        </Button>
        {children}
      </form>
    </section>
  )
}
