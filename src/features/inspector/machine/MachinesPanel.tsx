import { useState, useSyncExternalStore, useMemo } from 'react'
import type { AnyActor, AnyStateMachine, EventObject } from 'xstate'
import type { MachineGraph } from '#src/lib/inspection/graph.ts'
import type { LogEntry, Recorder } from '#src/lib/inspection/recorder.ts'
import type { Scrubbed } from '#src/lib/inspection/scrub.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import { Table } from '#src/ui/table/Table.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { transitionText } from '../chart/layout.ts'
import { entry as entryClass, faint, mono, panes, scroll, stack, tree } from '../inspector.css.ts'
import { ActorList } from './ActorList.tsx'
import { ActorView, scrubbedContext } from './ActorView.tsx'

/** Shortest time between two renders, ms. */
const RENDER_INTERVAL_MS = 150

/** Rerenders when the recorder changes, throttled. */
function useThrottledRecorder(recorder: Pick<Recorder, 'onChange'>): number {
  const store = useMemo(() => {
    let version = 0
    return {
      version: () => version,
      subscribe: (notify: () => void): (() => void) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = recorder.onChange(() => {
          timer ??= setTimeout(() => {
            timer = undefined
            version += 1
            notify()
          }, RENDER_INTERVAL_MS)
        })
        return () => {
          clearTimeout(timer)
          stop()
        }
      },
    }
  }, [recorder])
  return useSyncExternalStore(store.subscribe, store.version)
}

const PAGE = 100

/** Entries whose event, state, actor or details contain the text, newest first. */
function filterLog(log: readonly LogEntry[], text: string, actor: string | undefined): readonly LogEntry[] {
  const term = text.trim().toLowerCase()
  return log
    .filter((entry) => actor === undefined || entry.actor === actor)
    .filter(
      ({ event, state = '', actorName, detail }) =>
        term === '' || `${actorName} ${event} ${state} ${JSON.stringify(detail)}`.toLowerCase().includes(term),
    )
    .toReversed()
}

const entryText = ({ kind, event, state, transitions }: LogEntry): string => {
  if (kind === 'actor') return 'started'
  if (kind === 'microstep') return `${event} → ${state ?? ''}${transitions.length === 0 ? ' (no transition)' : ''}`
  return kind === 'snapshot' ? `= ${state ?? ''}` : event
}

interface EventLogProps {
  readonly log: readonly LogEntry[]
  /** Key of the selected actor, for the filter. */
  readonly actor: string | undefined
}

/** Log of all actors, newest first. */
function EventLog({ log, actor }: EventLogProps) {
  const [text, setText] = useState('')
  const [isOwn, setIsOwn] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const matching = filterLog(log, text, isOwn ? actor : undefined)
  return (
    <section className={stack} aria-label="Event log">
      <div className={layout.wrap[2]}>
        <TextField label="Filter" value={text} onChange={(event) => setText(event.target.value)} />
        <Switch label="Selected actor only" checked={isOwn} onChange={setIsOwn} />
      </div>
      <div className={scroll} {...{ tabIndex: 0 }}>
        {matching.length === 0 ? <p className={faint}>No entries match.</p> : null}
        {matching.slice(0, shown).map((entry) => (
          <div key={entry.n} className={entryClass} data-log={entry.kind}>
            <time dateTime={new Date(entry.at).toISOString()}>{formatPrecise(entry.at).slice(11, 23)}</time>
            <span>
              <span className={faint}>{entry.actorName} </span>
              {entryText(entry)}
              {entry.detail === null || Object.keys(entry.detail).length < 2 ? null : (
                <span className={faint}> {JSON.stringify(entry.detail)}</span>
              )}
            </span>
          </div>
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

interface Row {
  readonly id: string
  readonly from: string
  readonly text: string
  readonly to: string
  readonly count: number
}

const COLUMNS = [
  { id: 'from', header: 'From', cell: ({ from }: Row) => from },
  { id: 'text', header: 'Transition', cell: ({ text }: Row) => text },
  { id: 'to', header: 'To', cell: ({ to }: Row) => to },
  { id: 'times', header: 'Times', numeric: true, cell: ({ count }: Row) => count },
]

/** Transitions taken since the machine started, most frequent first. */
function TakenTransitions({
  graph,
  taken,
}: {
  readonly graph: MachineGraph
  readonly taken: ReadonlyMap<string, number>
}) {
  const rows = graph.transitions
    .flatMap((transition): Row[] => {
      const count = taken.get(transition.id)
      return count === undefined
        ? []
        : [
            {
              id: transition.id,
              from: transition.source,
              text: transitionText(transition),
              to: transition.targets.length === 0 ? 'stays' : transition.targets.join(', '),
              count,
            },
          ]
    })
    .toSorted((a, b) => b.count - a.count)
  return (
    <Table
      caption="Transitions taken"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty="No transitions taken yet."
    />
  )
}

/** Event types a machine handles, without XState's internal ones. */
const eventTypes = (machine: AnyStateMachine): readonly string[] =>
  machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.')).toSorted((a, b) => a.localeCompare(b))

/** Parses the fields of an event from JSON. */
function parseFields(text: string): { readonly fields: object } | { readonly error: string } {
  if (text.trim() === '') return { fields: {} }
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { fields }
      : { error: 'Must be a JSON object' }
  } catch {
    return { error: 'Invalid JSON' }
  }
}

interface SnapshotWithCan {
  can(event: EventObject): boolean
}
const hasCan = (snapshot: unknown): snapshot is SnapshotWithCan =>
  typeof snapshot === 'object' && snapshot !== null && 'can' in snapshot

/** Whether the event would change the machine now. False if a guard throws on its fields. */
function canSend(actor: AnyActor, event: EventObject): boolean {
  const snapshot: unknown = actor.getSnapshot()
  if (!hasCan(snapshot)) return false
  try {
    return snapshot.can(event)
  } catch {
    return false
  }
}

/** Sends an event; disabled for events the machine would ignore now. */
function SendEvent({ actor, machine }: { readonly actor: AnyActor; readonly machine: AnyStateMachine }) {
  const types = eventTypes(machine)
  const [selected, setSelected] = useState(types[0] ?? '')
  const [text, setText] = useState('')
  const parsed = parseFields(text)
  const fields = 'fields' in parsed ? parsed.fields : {}
  const sendable = new Set(types.filter((type) => canSend(actor, { ...fields, type })))
  const event = { ...fields, type: selected }
  const canSubmit = 'fields' in parsed && sendable.has(selected)
  if (types.length === 0) return <p className={faint}>This machine handles no events.</p>
  return (
    <form
      className={stack}
      onSubmit={(submitEvent) => {
        submitEvent.preventDefault()
        if (canSubmit) actor.send(event)
      }}
    >
      <Select
        label="Event"
        value={selected}
        onChange={setSelected}
        options={types.map((type) => ({ id: type, label: sendable.has(type) ? type : `${type} (not now)` }))}
      />
      <TextField
        label="Fields as JSON"
        value={text}
        onChange={(change) => setText(change.target.value)}
        error={'error' in parsed ? parsed.error : undefined}
      />
      <Button type="submit" size="small" disabled={!canSubmit}>
        Send event
      </Button>
    </form>
  )
}

/** A scrubbed value; short objects start expanded. */
function ValueTree({ name, value }: { readonly name: string; readonly value: Scrubbed }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={mono}>
        {name}: {JSON.stringify(value)}
      </div>
    )
  }
  const items = Object.entries(value)
  if (items.length === 0) return <div className={mono}>{`${name}: ${Array.isArray(value) ? '[]' : '{}'}`}</div>
  return (
    <details open={items.length < 20}>
      <summary className={mono}>{`${name} (${items.length})`}</summary>
      <div className={tree}>
        {items.map(([key, item]) => (
          <ValueTree key={key} name={key} value={item} />
        ))}
      </div>
    </details>
  )
}

export interface MachinesPanelProps {
  readonly recorder: Recorder
  /** Key of an actor; the first machine if it is none. */
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** Actors, the selected one's statechart and context, and the event log. */
export function MachinesPanel({ recorder, selected, onSelect }: MachinesPanelProps) {
  useThrottledRecorder(recorder)
  const actors = recorder.actors()
  const actor = actors.find(({ key }) => key === selected) ?? actors.find(({ machine }) => machine !== undefined)
  const graph = actor === undefined ? undefined : recorder.graph(actor.key)
  const taken = recorder.transitionCounts(actor?.key ?? '')
  const context = actor === undefined ? undefined : scrubbedContext(actor)
  return (
    <div className={panes}>
      <Card title="Actors" headingLevel={2}>
        <ActorList actors={actors} selected={actor?.key} onSelect={onSelect} />
      </Card>
      <div className={stack}>
        <Card title={actor === undefined ? 'Statechart' : actor.name} headingLevel={2}>
          <ActorView actor={actor} graph={graph} taken={taken} />
        </Card>
        {graph === undefined ? null : (
          <Card title="Transitions taken" headingLevel={2} flush>
            <TakenTransitions graph={graph} taken={taken} />
          </Card>
        )}
      </div>
      <div className={stack}>
        <Card title="Event log" headingLevel={2}>
          <EventLog log={recorder.log()} actor={actor?.key} />
        </Card>
        {context === undefined ? null : (
          <Card title="Context" headingLevel={2}>
            <div className={scroll} {...{ tabIndex: 0 }}>
              <ValueTree name="context" value={context} />
            </div>
          </Card>
        )}
        {actor?.ref === undefined || actor.machine === undefined ? null : (
          <Card title="Send event" headingLevel={2}>
            <SendEvent key={actor.key} actor={actor.ref} machine={actor.machine} />
          </Card>
        )}
      </div>
    </div>
  )
}
