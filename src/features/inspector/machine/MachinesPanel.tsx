import { useMemo, useState, useSyncExternalStore } from 'react'
import type { ActorFacts, ActorInfo } from '#src/lib/inspection/actors.ts'
import type { MachineGraph } from '#src/lib/inspection/graph.ts'
import { testOf } from '#src/lib/inspection/as-test.ts'
import type { LogEntry, Trail } from '#src/lib/inspection/recorder.ts'
import type { Scrubbed } from '#src/lib/inspection/scrub.ts'
import { differences, stepOf, type Step } from '#src/lib/inspection/steps.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { ChartMoment } from '../chart/StateChart.tsx'
import { actorsPane, chartCard, faint, mono, pane, panes, stack, tree } from '../inspector.css.ts'
import { ActorList } from './ActorList.tsx'
import { ActorView } from './ActorView.tsx'
import { EventLog } from './EventLog.tsx'
import { PANE } from './list-keys.ts'
import { SendEvent } from './SendEvent.tsx'

/** Shortest time between two renders, ms. */
const RENDER_INTERVAL_MS = 150

/** Rerenders when the trail changes, throttled. */
function useThrottledTrail(trail: Pick<Trail, 'onChange'>): number {
  const store = useMemo(() => {
    let version = 0
    return {
      version: () => version,
      subscribe: (notify: () => void): (() => void) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = trail.onChange(() => {
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
  }, [trail])
  return useSyncExternalStore(store.subscribe, store.version)
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

/** What a step changed in the context, who caused it and which guards were asked. */
function StepView({ step, pinned }: { readonly step: Step; readonly pinned: LogEntry | undefined }) {
  const { cause, before, after, guards } = step
  const changes = differences((pinned ?? before)?.context, after?.context)
  return (
    <div className={mono}>
      <p>{`${formatPrecise(cause.at).slice(11, 23)} ${cause.actorName}: ${cause.event}${cause.from === undefined ? '' : ` from ${cause.from}`}`}</p>
      <p>{`${before?.state ?? 'not recorded'} → ${after?.state ?? 'not recorded'}`}</p>
      {guards.map(({ transition, held }) => (
        <p key={`${transition} ${held}`}>{`guard of ${transition} ${held ? 'held' : 'refused'}`}</p>
      ))}
      <p className={faint}>
        {`${changes.length === 0 ? 'Context unchanged' : 'Context changed'}${pinned ? ` since ${formatPrecise(pinned.at).slice(11, 23)}` : ''}`}
      </p>
      {changes.map(({ path, before: old, after: now }) => (
        <p key={path}>
          {`${path}: `}
          {old === undefined ? null : <del>{JSON.stringify(old)}</del>}{' '}
          {now === undefined ? null : <ins>{JSON.stringify(now)}</ins>}
        </p>
      ))}
    </div>
  )
}

const ownAt = (log: readonly LogEntry[], actor: string, n: number): LogEntry | undefined =>
  log.findLast((entry) => entry.actor === actor && entry.n <= n && entry.active !== undefined)

const isLive = (actor: object): actor is ActorInfo => 'ref' in actor

/** Where a recording stands: what is shown is of that time, and what is pressed moves it there. Times in unix ms. */
export interface Playback {
  readonly at: number
  /** Where the recording starts; the log may be older. */
  readonly from: number
  readonly seek: (at: number) => void
}

/** The entry that is shown, and what shows another; undefined for the present. */
function useShownEntry(log: readonly LogEntry[], playback: Playback | undefined) {
  const [chosen, setChosen] = useState<LogEntry>()
  if (playback === undefined) return { shown: chosen?.n, show: setChosen }
  const isThere = chosen !== undefined && Math.max(chosen.at, playback.from) === playback.at
  return {
    shown: isThere ? chosen.n : (log.findLast(({ at }) => at <= playback.at)?.n ?? 0),
    show: (entry: LogEntry | undefined) => {
      setChosen(entry)
      if (entry !== undefined) playback.seek(entry.at)
    },
  }
}

/** The actors of a moment of a recording; all of them in the present. */
const actorsAt = (actors: readonly ActorFacts[], playback: Playback | undefined): readonly ActorFacts[] =>
  playback === undefined
    ? actors
    : actors
        .filter(({ startedAt }) => startedAt <= playback.at)
        .map((actor) => ((actor.endedAt ?? 0) > playback.at ? { ...actor, endedAt: undefined } : actor))

export interface MachinesPanelProps {
  readonly trail: Trail
  /** Absent in the present. */
  readonly playback?: Playback | undefined
  /** Key of an actor; the first machine if it is none. */
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** Actors, the selected one's statechart and context, and the event log, at any moment of the log. */
export function MachinesPanel({ trail, playback, selected, onSelect }: MachinesPanelProps) {
  useThrottledTrail(trail)
  const [pinned, setPinned] = useState<LogEntry>()
  const [actors, log] = [actorsAt(trail.actors(), playback), trail.log()]
  const { shown, show: showEntry } = useShownEntry(log, playback)
  const actor = actors.find(({ key }) => key === selected) ?? actors.find(({ key }) => trail.graph(key) !== undefined)
  const key = actor?.key ?? ''
  const graph = trail.graph(key)
  const stateAt = (of: string) => (shown === undefined ? trail.last(of) : ownAt(log, of, shown))
  const state = stateAt(key)
  const step = stepOf(log, shown === undefined || log.find(({ n }) => n === shown)?.actor !== key ? state?.n : shown)
  const reached = step?.after ?? state
  const counts = new Map<string, number>()
  for (const { actor: of, n, transitions } of log)
    if (of === key && n <= (reached?.n ?? 0)) for (const id of transitions) counts.set(id, (counts.get(id) ?? 0) + 1)
  const moment: ChartMoment = {
    active: new Set(reached?.active),
    counts,
    lit: new Set(step?.transitions),
    n: step?.cause.n ?? 0,
    guards: step?.guards ?? [],
  }
  const copy = useCopy()
  /** From the pinned moment, or from the start of the log. */
  const asTest = (of: MachineGraph, until: LogEntry) =>
    testOf(log, of, until, { after: pinned?.actor === key ? pinned.n : undefined, until: until.n })
  const events = log.filter(({ kind }) => kind === 'event')
  const at = shown ?? Number.POSITIVE_INFINITY
  const show = (entry: LogEntry | undefined) => {
    showEntry(entry)
    if (entry && entry.actor !== key) onSelect(entry.actor)
  }
  const back = events.findLast(({ n }) => n < Math.min(at, step?.cause.n ?? at))
  const forth = shown === undefined ? undefined : events.find(({ n }) => n > shown)
  return (
    <div className={panes}>
      <div className={actorsPane}>
        <Card title="Actors" headingLevel={2}>
          <ActorList actors={actors} stateOf={(of) => stateAt(of)?.state} selected={actor?.key} onSelect={onSelect} />
        </Card>
      </div>
      <Card title={actor?.name ?? 'Statechart'} headingLevel={2} className={chartCard}>
        {actor === undefined ? (
          <EmptyState title="Select an actor to see its statechart" />
        ) : graph === undefined ? (
          <EmptyState title={`${actor.name} is not a state machine`}>
            Promises and callbacks have no statechart.
          </EmptyState>
        ) : (
          <ActorView key={graph.states[0]?.id} name={actor.name} graph={graph} moment={moment} />
        )}
      </Card>
      <div className={pane} {...PANE}>
        <div className={stack}>
          <Card title={playback ? 'At this position' : shown === undefined ? 'Now' : 'Earlier'} headingLevel={2}>
            <div className={layout.wrap[1]}>
              <Button size="small" disabled={back === undefined} onClick={() => show(back)}>
                Step back
              </Button>
              <Button size="small" disabled={forth === undefined} onClick={() => show(forth)}>
                Step forward
              </Button>
              {playback === undefined ? (
                <Button size="small" variant="ghost" disabled={shown === undefined} onClick={() => show(undefined)}>
                  Now
                </Button>
              ) : null}
              <Button
                size="small"
                variant="ghost"
                onClick={() => setPinned(pinned === undefined ? reached : undefined)}
              >
                {pinned === undefined ? 'Pin' : 'Unpin'}
              </Button>
            </div>
            {graph === undefined || reached === undefined ? null : (
              <Button
                size="small"
                variant="ghost"
                onClick={() => void copy(asTest(graph, reached), 'Copied as a test')}
              >
                Copy as test
              </Button>
            )}
            {step === undefined ? null : <StepView step={step} pinned={pinned?.actor === key ? pinned : undefined} />}
          </Card>
          <Card title="Event log" headingLevel={2}>
            <EventLog log={log} actor={actor?.key} shownEntry={shown} onShow={show} />
          </Card>
          {reached?.context === undefined ? null : (
            <Card title="Context" headingLevel={2}>
              <ValueTree name="context" value={reached.context} />
            </Card>
          )}
          {actor === undefined || !isLive(actor) || actor.ref === undefined || actor.machine === undefined ? null : (
            <Card title="Send event" headingLevel={2}>
              <SendEvent key={actor.key} actor={actor.ref} machine={actor.machine} />
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}
