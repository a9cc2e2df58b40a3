import type { DrillFault } from '#contract/fault-injection.ts'

/** What is watched while a drill runs: the sockets, what comes over them, the calls, the session. */
export type Channel = 'tdp' | 'analytics' | 'feed' | 'calls' | 'session'

/** Something that was seen, at a moment in unix ms. */
export type Sighting =
  | { readonly kind: 'state'; readonly channel: Channel; readonly state: string; readonly at: number }
  /** An error's text, as the client words it. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number }

export interface Passed {
  readonly state: string
  readonly at: number
}

/** A drill and what was seen of it. Times are unix ms. */
export interface DrillRecord {
  readonly fault: DrillFault
  readonly startedAt: number
  /** When the fault was over; undefined while it lasts. */
  readonly endedAt: number | undefined
  /** States in the order they were passed through, none twice in a row. */
  readonly passed: Readonly<Partial<Record<Channel, readonly Passed[]>>>
  /** Each text once, with its first moment. */
  readonly texts: readonly { readonly text: string; readonly at: number }[]
  /** When everything was as it should be again; undefined until then. */
  readonly recoveredAt: number | undefined
  /** Nothing more is recorded: all is well again, or it was given up. */
  readonly isClosed: boolean
}

const STATES_KEPT = 40
const TEXTS_KEPT = 20

export const beginRecord = (fault: DrillFault, startedAt: number): DrillRecord => ({
  fault,
  startedAt,
  endedAt: undefined,
  passed: {},
  texts: [],
  recoveredAt: undefined,
  isClosed: false,
})

/** The record with what was seen. The same record when it says nothing new. */
export function withSighting(record: DrillRecord, sighting: Sighting): DrillRecord {
  if (sighting.kind === 'text') {
    const { text, at } = sighting
    if (record.texts.some((held) => held.text === text) || record.texts.length >= TEXTS_KEPT) return record
    return { ...record, texts: [...record.texts, { text, at }] }
  }
  const { channel, state, at } = sighting
  const held = record.passed[channel] ?? []
  if (held.at(-1)?.state === state) return record
  return { ...record, passed: { ...record.passed, [channel]: [...held, { state, at }].slice(-STATES_KEPT) } }
}

/** How long it took from the end of the fault until all was well, in ms; undefined until then. */
export function recoveryMs({ endedAt, recoveredAt }: DrillRecord): number | undefined {
  return endedAt === undefined || recoveredAt === undefined ? undefined : Math.max(0, recoveredAt - endedAt)
}

/** How long the fault lasted, or has to last, in seconds. */
export const lastedS = ({ fault, startedAt, endedAt }: DrillRecord): number =>
  endedAt === undefined ? fault.seconds : Math.max(0, endedAt - startedAt) / 1000
