import type { ActorRefLike, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import { createActors, type ActorFacts, type ActorInfo } from './actors.ts'
import * as graphs from './graph.ts'
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
  /** Name of the actor that sent an event; undefined if none did. */
  readonly from?: string | undefined
  /** State after a microstep or snapshot, the ids of its active states, and the context. */
  readonly state?: string | undefined
  readonly active?: readonly string[] | undefined
  readonly context?: Scrubbed | undefined
  /** Ids of the chart transitions that a microstep took, and the guards that were asked. */
  readonly transitions: readonly string[]
  readonly guards?: readonly graphs.GuardResult[] | undefined
}

/** What the inspector reads: of this page, of another tab, or of a recording. Plain data without secrets. */
export interface Trail {
  readonly actors: () => readonly ActorFacts[]
  /** Newest last, at most `LOG_LENGTH`. */
  readonly log: () => readonly LogEntry[]
  /** The newest entry of an actor that has a state, however old it is. */
  readonly last: (actor: string) => LogEntry | undefined
  /** The same object for all actors of one machine; undefined for promises and callbacks. */
  readonly graph: (actor: string) => graphs.MachineGraph | undefined
  /** Calls back after each new entry. Returns a function that stops it. */
  readonly onChange: (listener: () => void) => () => void
}

/** Records all actors of the page: which exist and what happened last. Contains no secrets. */
export interface Recorder extends Trail {
  /** For the `inspect` option of every root actor. */
  readonly inspect: (event: InspectionEvent) => void
  readonly actors: () => readonly ActorInfo[]
  /**
   * Forwards raw inspection events, unscrubbed, to inspectors that scrub themselves. Returns a function that stops it.
   */
  readonly forward: (listener: (event: InspectionEvent) => void) => () => void
}

export const LOG_LENGTH = 1_000

const isMachineSnapshot = (snapshot: object): snapshot is AnyMachineSnapshot => '_nodes' in snapshot

type Reached = Pick<LogEntry, 'state' | 'active' | 'context'>
type Happened = Pick<LogEntry, 'kind' | 'event'> & Partial<Omit<LogEntry, 'n' | 'at' | 'actor' | 'actorName'>>

export function createRecorder(now: () => number): Recorder {
  const actors = createActors(now)
  const graphOfMachine = new WeakMap<object, graphs.MachineGraph>()
  /** Scrubbed contexts by the object they were copied from: a machine replaces its context to change it. */
  const contexts = new WeakMap<object, Scrubbed>()
  const snapshots = new WeakMap<ActorRefLike, AnyMachineSnapshot>()
  const last = new Map<string, LogEntry>()
  const changeListeners = new Set<() => void>()
  const forwardListeners = new Set<(event: InspectionEvent) => void>()
  let log: LogEntry[] = []
  let n = 0

  function graph(key: string): graphs.MachineGraph | undefined {
    const machine = actors.get(key)?.machine
    if (machine === undefined) return undefined
    const known = graphOfMachine.get(machine) ?? graphs.graphOf(machine)
    graphOfMachine.set(machine, known)
    return known
  }

  function contextOf(context: object): Scrubbed {
    const known = contexts.get(context) ?? scrub(context)
    contexts.set(context, known)
    return known
  }

  function reached(key: string, snapshot: object): Reached | undefined {
    const [machine, value] = [actors.get(key)?.machine, graphs.stateValueOf(snapshot)]
    if (machine === undefined || value === undefined) return undefined
    const context = isMachineSnapshot(snapshot) ? contextOf(snapshot.context) : undefined
    return { state: graphs.valueText(value), active: graphs.activeIds(machine.root, value), context }
  }

  function record(key: string, happened: Happened): void {
    const named = { n: (n += 1), at: now(), actor: key, actorName: actors.get(key)?.name ?? key }
    const entry: LogEntry = { detail: null, transitions: [], ...named, ...happened }
    log.push(entry)
    if (entry.active !== undefined) last.set(key, entry)
    // Trimmed in batches: moving a thousand entries for every event would be the main cost.
    if (log.length >= 2 * LOG_LENGTH) log = log.slice(-LOG_LENGTH)
    for (const listener of changeListeners) listener()
  }

  function inspect(event: InspectionEvent): void {
    for (const listener of forwardListeners) listener(event)
    const key = actors.keyOf(event.actorRef)
    switch (event.type) {
      case '@xstate.actor':
        return record(key, { kind: 'actor', event: 'started' })
      case '@xstate.event': {
        const from = event.sourceRef === undefined ? undefined : actors.get(actors.keyOf(event.sourceRef))?.name
        const label = graphs.eventLabel(event.event.type)
        return record(key, { kind: 'event', event: label, detail: scrub(event.event), from })
      }
      case '@xstate.microstep': {
        graph(key)
        const before = snapshots.get(event.actorRef)
        const taken: readonly AnyTransitionDefinition[] = event._transitions
        if (isMachineSnapshot(event.snapshot)) snapshots.set(event.actorRef, event.snapshot)
        // What a state invoked ends with it.
        if (taken.length > 0) actors.sweep()
        return record(key, {
          kind: 'microstep',
          event: graphs.eventLabel(event.event.type),
          ...reached(key, event.snapshot),
          transitions: taken.flatMap((definition) => graphs.transitionId(definition) ?? []),
          guards: graphs.guardsAsked(before?._nodes ?? [], event.event.type, taken),
        })
      }
      case '@xstate.snapshot': {
        if (isMachineSnapshot(event.snapshot)) snapshots.set(event.actorRef, event.snapshot)
        const state = reached(key, event.snapshot)
        // The end of a promise shows in its parent's event.
        if (state === undefined) return undefined
        return record(key, { kind: 'snapshot', event: graphs.eventLabel(event.event.type), ...state })
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
      for (const key of last.keys()) if (actors.get(key) === undefined) last.delete(key)
      return list
    },
    log: () => log.slice(-LOG_LENGTH),
    last: (key) => last.get(key),
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
