import type { Fault } from '#contract/fault-injection.ts'

/** What is watched while a drill runs: the sockets, what comes over them, the calls, the session. */
export type Channel = 'tdp' | 'analytics' | 'feed' | 'calls' | 'session'

/** Something that was seen, at a moment in unix ms. */
export type Observation =
  | { readonly kind: 'state'; readonly channel: Channel; readonly state: string; readonly at: number }
  /** An error's text, as the client words it. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number }

export interface ReachedState {
  readonly state: string
  readonly at: number
}

/** A drill and what was seen of it. Times are unix ms. */
export interface FaultRecord {
  readonly fault: Fault
  readonly startedAt: number
  /** When the fault was over; undefined while it lasts. */
  readonly endedAt: number | undefined
  /** States in the order they were passed through, none twice in a row. */
  readonly states: Readonly<Partial<Record<Channel, readonly ReachedState[]>>>
  /** Each text once, with its first moment. */
  readonly texts: readonly { readonly text: string; readonly at: number }[]
  /** When everything was as it should be again; undefined until then. */
  readonly recoveredAt: number | undefined
  /** Nothing more is recorded: all is well again, or it was given up. */
  readonly isClosed: boolean
}

const MAX_STATES = 40
const MAX_TEXTS = 20

export const beginRecord = (fault: Fault, startedAt: number): FaultRecord => ({
  fault,
  startedAt,
  endedAt: undefined,
  states: {},
  texts: [],
  recoveredAt: undefined,
  isClosed: false,
})

/** The record with what was seen. The same record when it says nothing new. */
export function withObservation(record: FaultRecord, observation: Observation): FaultRecord {
  if (observation.kind === 'text') {
    const { text, at } = observation
    if (record.texts.some((seen) => seen.text === text) || record.texts.length >= MAX_TEXTS) return record
    return { ...record, texts: [...record.texts, { text, at }] }
  }
  const { channel, state, at } = observation
  const seen = record.states[channel] ?? []
  if (seen.at(-1)?.state === state) return record
  return { ...record, states: { ...record.states, [channel]: [...seen, { state, at }].slice(-MAX_STATES) } }
}

/** How long it took from the end of the fault until all was well, in ms; undefined until then. */
export function recoveryMs({ endedAt, recoveredAt }: FaultRecord): number | undefined {
  return endedAt === undefined || recoveredAt === undefined ? undefined : Math.max(0, recoveredAt - endedAt)
}

/** How long the fault lasted, or has to last, in seconds. */
export const durationS = ({ fault, startedAt, endedAt }: FaultRecord): number =>
  endedAt === undefined ? fault.seconds : Math.max(0, endedAt - startedAt) / 1000
