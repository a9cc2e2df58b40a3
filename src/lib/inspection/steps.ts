import type { GuardResult } from './graph.ts'
import type { LogEntry } from './recorder.ts'
import type { Scrubbed } from './scrub.ts'

/** What one event did to one actor: the entries from the event to the one before the next. */
export interface Step {
  /** The event, or the start of the actor. */
  readonly cause: LogEntry
  /** The state before and after; undefined where the log does not go back so far. */
  readonly before: LogEntry | undefined
  readonly after: LogEntry | undefined
  readonly transitions: readonly string[]
  readonly guards: readonly GuardResult[]
}

const begins = ({ kind }: LogEntry): boolean => kind === 'event' || kind === 'actor'
const hasState = ({ active }: LogEntry): boolean => active !== undefined

/** The step that an entry is part of; undefined if the log no longer has the entry. */
export function stepOf(log: readonly LogEntry[], n: number | undefined): Step | undefined {
  const entry = log.find((each) => each.n === n)
  if (entry === undefined) return undefined
  const own = log.filter(({ actor }) => actor === entry.actor)
  const at = own.indexOf(entry)
  const start = Math.max(
    0,
    own.findLastIndex((each, index) => index <= at && begins(each)),
  )
  const next = own.findIndex((each, index) => index > Math.max(at, start) && begins(each))
  const entries = own.slice(start, next < 0 ? undefined : next)
  const before = own.slice(0, start).findLast(hasState)
  return {
    cause: own[start] ?? entry,
    before,
    after: entries.findLast(hasState) ?? before,
    transitions: entries.flatMap(({ transitions }) => transitions),
    guards: entries.flatMap(({ guards = [] }) => guards),
  }
}

/** A value that differs between two contexts; undefined where it is absent. */
export interface Difference {
  readonly path: string
  readonly before: Scrubbed | undefined
  readonly after: Scrubbed | undefined
}

const isObject = (value: Scrubbed | undefined): value is { readonly [name: string]: Scrubbed } =>
  typeof value === 'object' && value !== null

/** The innermost values that differ. */
export function differences(
  before: Scrubbed | undefined,
  after: Scrubbed | undefined,
  path = '',
): readonly Difference[] {
  if (before === after) return []
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    differences(before[name], after[name], path === '' ? name : `${path}.${name}`),
  )
}
