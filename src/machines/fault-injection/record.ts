import type { Fault } from '#contract/fault-injection.ts'

/** What is observed during a fault: the sockets, their feed, HTTP calls, the session. */
export type Channel = 'tdp' | 'analytics' | 'feed' | 'calls' | 'session'

/** An observation; `at` is unix ms. */
export type Observation =
  | { readonly kind: 'state'; readonly channel: Channel; readonly state: string; readonly at: number }
  /** Text of an error as the client shows it. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number }

export interface ReachedState {
  readonly state: string
  readonly at: number
}

/** A fault and its observations. Times are unix ms. */
export interface FaultRecord {
  readonly fault: Fault
  readonly startedAt: number
  /** When the fault ended; undefined while it lasts. */
  readonly endedAt: number | undefined
  /** Consecutive distinct states of each channel, oldest first. */
  readonly states: Readonly<Partial<Record<Channel, readonly ReachedState[]>>>
  /** Each error text once, with the time it was first seen. */
  readonly texts: readonly { readonly text: string; readonly at: number }[]
  /** When the client had recovered; undefined until then. */
  readonly recoveredAt: number | undefined
  /** The record is complete: recovered or timed out. */
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

/** Adds an observation; returns the same record when it is not new. */
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

/** Time from the end of the fault to recovery in ms; undefined until then. */
export function recoveryMs({ endedAt, recoveredAt }: FaultRecord): number | undefined {
  return endedAt === undefined || recoveredAt === undefined ? undefined : Math.max(0, recoveredAt - endedAt)
}

/** Actual duration of the fault in seconds, or the requested one while it lasts. */
export const durationS = ({ fault, startedAt, endedAt }: FaultRecord): number =>
  endedAt === undefined ? fault.seconds : Math.max(0, endedAt - startedAt) / 1000
