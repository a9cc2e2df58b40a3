import { useState } from 'react'
import type { LogEntry } from '#src/lib/inspection/recorder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { LIST, listKeys } from './list-keys.ts'
import { entry as entryClass, faint, scroll, stack } from '../inspector.css.ts'

const PAGE = 100

const guardText = ({ guards = [] }: LogEntry): string =>
  guards.map(({ transition, held }) => `${transition} ${held ? 'held' : 'refused'}`).join(' ')

/** Entries whose event, state, actor, details or guards contain the text, newest first. */
function filterLog(log: readonly LogEntry[], text: string, actor: string | undefined): readonly LogEntry[] {
  const term = text.trim().toLowerCase()
  return log
    .filter((entry) => actor === undefined || entry.actor === actor)
    .filter(
      (entry) =>
        term === '' ||
        `${entry.actorName} ${entry.event} ${entry.state ?? ''} ${JSON.stringify(entry.detail)} ${guardText(entry)}`
          .toLowerCase()
          .includes(term),
    )
    .toReversed()
}

const entryText = ({ kind, event, state, transitions }: LogEntry): string => {
  if (kind === 'actor') return 'started'
  if (kind === 'microstep') return `${event} → ${state ?? ''}${transitions.length === 0 ? ' (no transition)' : ''}`
  return kind === 'snapshot' ? `= ${state ?? ''}` : event
}

export interface EventLogProps {
  readonly log: readonly LogEntry[]
  /** Key of the selected actor, for the filter. */
  readonly actor: string | undefined
  /** Number of the entry that is shown. */
  readonly shownEntry: number | undefined
  readonly onShow: (entry: LogEntry) => void
}

/** Log of all actors, newest first; an entry shows its moment. */
export function EventLog({ log, actor, shownEntry, onShow }: EventLogProps) {
  const [text, setText] = useState('')
  const [isOwn, setIsOwn] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const matching = filterLog(log, text, isOwn ? actor : undefined)
  const listed = matching.slice(0, shown)
  const stop = listed.find(({ n }) => n === shownEntry) ?? listed[0]
  return (
    <section className={stack} aria-label="Event log">
      <div className={layout.wrap[2]}>
        <TextField label="Filter" value={text} onChange={(event) => setText(event.target.value)} />
        <Switch label="Selected actor only" checked={isOwn} onChange={setIsOwn} />
      </div>
      <div className={scroll} {...LIST}>
        {matching.length === 0 ? <p className={faint}>No entries match.</p> : null}
        {listed.map((entry) => (
          <button
            key={entry.n}
            type="button"
            className={entryClass}
            data-log={entry.kind}
            aria-current={entry.n === shownEntry}
            onClick={() => onShow(entry)}
            {...listKeys(entry === stop)}
          >
            <time dateTime={new Date(entry.at).toISOString()}>{formatPrecise(entry.at).slice(11, 23)}</time>
            <span>
              <span className={faint}>{entry.actorName} </span>
              {entryText(entry)}
              {entry.from === undefined ? null : <span className={faint}> from {entry.from}</span>}
              {entry.detail === null || Object.keys(entry.detail).length < 2 ? null : (
                <span className={faint}> {JSON.stringify(entry.detail)}</span>
              )}
            </span>
          </button>
        ))}
      </div>
      {matching.length > shown ? (
        <Button variant="ghost" size="small" onClick={() => setShown(shown + PAGE)}>
          {`Show ${Math.min(PAGE, matching.length - shown)} more of ${matching.length}`}
        </Button>
      ) : null}
    </section>
  )
}
