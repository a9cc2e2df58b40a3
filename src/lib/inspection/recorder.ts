import type { AnyTransitionDefinition, InspectionEvent } from 'xstate'
import { createActors, type ActorInfo } from './actors.ts'
import { eventLabel, graphOf, stateValueOf, valueText, type MachineGraph } from './graph.ts'
import { scrub, type Scrubbed } from './scrub.ts'

/** A log entry of an actor, scrubbed when it was recorded. */
export interface LogEntry {
  readonly n: number
  /** Unix ms. */
  readonly at: number
  readonly actor: string
  readonly actorName: string
  readonly kind: 'actor' | 'event' | 'microstep' | 'snapshot'
  /** Label of the event type. */
  readonly event: string
  readonly detail: Scrubbed
  /** State after a microstep or snapshot. */
  readonly state: string | undefined
  /** Ids of the chart transitions that a microstep took. */
  readonly transitions: readonly string[]
}

/** Records all actors of the page: which exist and what happened last. Contains no secrets. */
export interface Recorder {
  /** For the `inspect` option of every root actor. */
  readonly inspect: (event: InspectionEvent) => void
  readonly actors: () => readonly ActorInfo[]
  /** Newest last, at most `LOG_LENGTH`. */
  readonly log: () => readonly LogEntry[]
  /** Number of times that each transition of an actor was taken, by transition id. */
  readonly transitionCounts: (actor: string) => ReadonlyMap<string, number>
  /** Calls back after each new entry. Returns a function that stops it. */
  readonly onChange: (listener: () => void) => () => void
  readonly graph: (actor: string) => MachineGraph | undefined
  /**
   * Forwards raw inspection events, unscrubbed, to inspectors that scrub themselves. Returns a function that stops it.
   */
  readonly forward: (listener: (event: InspectionEvent) => void) => () => void
}

export const LOG_LENGTH = 1_000

const stateOf = (snapshot: unknown): string | undefined => {
  const value = stateValueOf(snapshot)
  return value === undefined ? undefined : valueText(value)
}

export function createRecorder(now: () => number): Recorder {
  const actors = createActors(now)
  const graphs = new WeakMap<object, MachineGraph>()
  const counts = new Map<string, Map<string, number>>()
  const changeListeners = new Set<() => void>()
  const forwardListeners = new Set<(event: InspectionEvent) => void>()
  let log: LogEntry[] = []
  let n = 0

  function graph(key: string): MachineGraph | undefined {
    const machine = actors.get(key)?.machine
    if (machine === undefined) return undefined
    const known = graphs.get(machine) ?? graphOf(machine)
    graphs.set(machine, known)
    return known
  }

  function count(key: string, definitions: readonly AnyTransitionDefinition[]): readonly string[] {
    const ids = definitions.flatMap((definition) => graph(key)?.idOf(definition) ?? [])
    const transitionCounts = counts.get(key) ?? new Map<string, number>()
    for (const id of ids) transitionCounts.set(id, (transitionCounts.get(id) ?? 0) + 1)
    counts.set(key, transitionCounts)
    return ids
  }

  function record(key: string, entry: Pick<LogEntry, 'kind' | 'event' | 'detail' | 'state' | 'transitions'>): void {
    log.push({ n: (n += 1), at: now(), actor: key, actorName: actors.get(key)?.name ?? key, ...entry })
    // Trimmed in batches: moving a thousand entries for every event would be the main cost.
    if (log.length >= 2 * LOG_LENGTH) log = log.slice(-LOG_LENGTH)
    for (const listener of changeListeners) listener()
  }

  function inspect(event: InspectionEvent): void {
    for (const listener of forwardListeners) listener(event)
    const key = actors.keyOf(event.actorRef)
    const empty = { detail: null, state: undefined, transitions: [] }
    switch (event.type) {
      case '@xstate.actor':
        return record(key, { ...empty, kind: 'actor', event: 'started' })
      case '@xstate.event':
        return record(key, { ...empty, kind: 'event', event: eventLabel(event.event.type), detail: scrub(event.event) })
      case '@xstate.microstep': {
        const transitions = count(key, event._transitions)
        const state = stateOf(event.snapshot)
        return record(key, { kind: 'microstep', event: eventLabel(event.event.type), detail: null, state, transitions })
      }
      case '@xstate.snapshot': {
        const state = stateOf(event.snapshot)
        // The end of a promise shows in its parent's event.
        if (state === undefined) return undefined
        return record(key, { ...empty, kind: 'snapshot', event: eventLabel(event.event.type), state })
      }
      case '@xstate.action':
      case '@xstate.transition':
        return undefined
    }
  }

  return {
    inspect,
    actors() {
      const list = actors.list()
      for (const key of counts.keys()) if (actors.get(key) === undefined) counts.delete(key)
      return list
    },
    log: () => log.slice(-LOG_LENGTH),
    transitionCounts: (key) => counts.get(key) ?? new Map(),
    onChange(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    graph,
    forward(listener) {
      forwardListeners.add(listener)
      return () => forwardListeners.delete(listener)
    },
  }
}
