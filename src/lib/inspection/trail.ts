import * as z from 'zod/mini'
import type { ActorFacts } from './actors.ts'
import type { MachineGraph } from './graph.ts'
import { LOG_LENGTH, type LogEntry, type Trail } from './recorder.ts'

const texts = z.array(z.string())
const text = z.optional(z.string())
const state = z.object({
  id: z.string(),
  key: z.string(),
  kind: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
  parent: text,
  isInitial: z.boolean(),
  tags: texts,
  entry: texts,
  exit: texts,
  invokes: texts,
})
const transition = z.object({
  id: z.string(),
  source: z.string(),
  targets: texts,
  label: z.string(),
  guard: text,
  actions: texts,
})
const actor = z.object({
  key: z.string(),
  name: z.string(),
  parent: text,
  startedAt: z.number(),
  endedAt: z.optional(z.number()),
})
const entry = z.object({
  n: z.number(),
  at: z.number(),
  actor: z.string(),
  actorName: z.string(),
  kind: z.enum(['actor', 'event', 'microstep', 'snapshot']),
  event: z.string(),
  detail: z.json(),
  from: text,
  state: text,
  active: z.optional(texts),
  context: z.optional(z.json()),
  transitions: texts,
  guards: z.optional(z.array(z.object({ transition: z.string(), held: z.boolean() }))),
})

/** A trail as data, or what was added to one: what a recording keeps, and what another tab is sent. */
export interface TrailData {
  readonly actors: readonly ActorFacts[]
  readonly log: readonly LogEntry[]
  /** The charts, each with the keys of its actors. */
  readonly graphs: readonly { readonly actors: readonly string[]; readonly graph: MachineGraph }[]
}
const graph = z.object({ states: z.array(state), transitions: z.array(transition) })
export const trailSchema = z.object({
  actors: z.array(actor),
  log: z.array(entry),
  graphs: z.array(z.object({ actors: texts, graph })),
})

/** What was recorded after entry `after`: all actors, the new entries, and the charts of the actors that are new. */
export function trailData(trail: Trail, after = 0): TrailData {
  const all = trail.actors()
  const log = trail.log()
  const oldest = log[0]?.n ?? 0
  // States older than the log, so that every actor has one.
  const older = all.flatMap(({ key }) => trail.last(key) ?? []).filter(({ n }) => n < oldest)
  const added = [...older.toSorted((a, b) => a.n - b.n), ...log].filter(({ n }) => n > after)
  const started = new Set(added.filter(({ kind }) => kind === 'actor').map((start) => start.actor))
  const graphs = new Map<MachineGraph, string[]>()
  for (const { key } of all) {
    const graph = after === 0 || started.has(key) ? trail.graph(key) : undefined
    if (graph !== undefined) graphs.set(graph, [...(graphs.get(graph) ?? []), key])
  }
  return {
    actors: all.map(({ key, name, parent, startedAt, endedAt }) => ({ key, name, parent, startedAt, endedAt })),
    log: added,
    graphs: [...graphs].map(([graph, actors]) => ({ actors, graph })),
  }
}

/** A trail that is read from data, to which more can be added. */
export interface ReadTrail extends Trail {
  readonly add: (more: TrailData) => void
}

export function readTrail(first: TrailData = { actors: [], log: [], graphs: [] }): ReadTrail {
  const listeners = new Set<() => void>()
  const graphs = new Map<string, MachineGraph>()
  const last = new Map<string, LogEntry>()
  let actors: TrailData['actors'] = []
  let log: readonly LogEntry[] = []

  function add(more: TrailData): void {
    const newest = log.at(-1)?.n ?? 0
    const added = more.log.filter(({ n }) => n > newest)
    actors = more.actors
    log = [...log, ...added].slice(-2 * LOG_LENGTH)
    for (const each of added) if (each.active !== undefined) last.set(each.actor, each)
    for (const { actors: keys, graph } of more.graphs) for (const key of keys) graphs.set(key, graph)
    for (const listener of listeners) listener()
  }
  add(first)

  return {
    actors: () => actors,
    log: () => log,
    last: (key) => last.get(key),
    graph: (key) => graphs.get(key),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add,
  }
}
