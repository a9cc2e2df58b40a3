import { Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usePreferences } from '#src/app/services.ts'
import { IndicatorsDialog } from '#src/ui/charts/indicators/IndicatorsDialog.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { indicatorsText } from '../search.ts'
import * as css from './indicator-sets.css.ts'

const MAX_SETS = 20
const MAX_NAME = 40
/** How long a deleted set can be brought back. */
const UNDO_MS = 10_000
const NONE: Readonly<Record<string, string[]>> = {}

interface ShownProps {
  /** Ids of all that is shown on the chart. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
}

/** What is shown on the chart, kept by name, and as a link. */
function IndicatorSets({ shown, onChange }: ShownProps) {
  const [{ indicatorSets: sets = NONE }, setPreferences] = usePreferences()
  const { toasts } = useOverlays()
  const copy = useCopy()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const names = Object.keys(sets)
  const isFull = names.length >= MAX_SETS && sets[name] === undefined
  function save(): void {
    setPreferences({ indicatorSets: { ...sets, [name]: [...shown] } })
    toasts.success(`Set "${name}" saved`)
    setTyped('')
  }
  function drop(dropped: string): void {
    const kept = Object.fromEntries(Object.entries(sets).filter(([each]) => each !== dropped))
    setPreferences({ indicatorSets: kept })
    toasts.undoable(`Set "${dropped}" deleted`, {
      onUndo: () => setPreferences({ indicatorSets: sets }),
      forMs: UNDO_MS,
    })
  }
  function copyLink(): void {
    const link = new URL(window.location.href)
    link.searchParams.set('indicators', indicatorsText(shown))
    void copy(link.href, 'Link copied')
  }
  return (
    <section className={css.sets} aria-label="Sets">
      <ul className={css.list}>
        {Object.entries(sets).map(([each, ids]) => (
          <li key={each} className={css.set}>
            <Button size="small" variant="ghost" onClick={() => onChange(ids)}>
              {each} ({pluralize(ids.length, 'indicator')})
            </Button>
            <IconButton
              size="small"
              icon={<Trash2 size={14} />}
              label={`Delete the set ${each}`}
              onClick={() => drop(each)}
            />
          </li>
        ))}
      </ul>
      <form
        className={css.save}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label="Keep what is shown as a set"
          placeholder="Name"
          value={typed}
          maxLength={MAX_NAME}
          error={isFull ? `No more than ${MAX_SETS} sets can be kept` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name === '' || shown.length === 0 || isFull}>
          {sets[name] === undefined ? 'Save' : 'Replace'}
        </Button>
        <Button icon={<Link2 size={14} aria-hidden="true" />} disabled={shown.length === 0} onClick={copyLink}>
          Copy Link
        </Button>
      </form>
    </section>
  )
}

export interface SetUpIndicatorsProps extends ShownProps {
  readonly onClose: () => void
}

/** The user's own indicators, and the sets of all that is shown. */
export function SetUpIndicators({ shown, onChange, onClose }: SetUpIndicatorsProps) {
  // A set is shown at once: the rows begin anew with what is in it.
  const [edition, setEdition] = useState(0)
  return (
    <IndicatorsDialog shown={shown} edition={edition} onChange={onChange} onClose={onClose}>
      <IndicatorSets
        shown={shown}
        onChange={(next) => {
          onChange(next)
          setEdition(edition + 1)
        }}
      />
    </IndicatorsDialog>
  )
}
