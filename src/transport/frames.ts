import type { ServerMessage } from '#contract/messages.ts'
import { MESSAGE_VALIDATORS } from './frames-validators.ts'

/** Why something that came in was not taken. */
export type RejectKind = 'format' | 'oversize' | 'type' | 'shape'

/** What was not taken of one frame, counted per reason. */
export interface Reject {
  readonly kind: RejectKind
  /** In words, for people. */
  readonly text: string
  readonly count: number
}

/** One frame, parsed: the messages that are what they say, in their order, and what had to be left. */
export interface Frame {
  readonly messages: readonly ServerMessage[]
  readonly rejects: readonly Reject[]
}

/** No frame of any backend needs more; one that is larger is dropped unread. In UTF-16 units. */
export const FRAME_LIMIT = 1_048_576

const MAX_TYPE_LENGTH = 40
const NONE: readonly never[] = []

const rejectFrame = (kind: RejectKind, text: string): Frame => ({ messages: NONE, rejects: [{ kind, text, count: 1 }] })
const NOT_JSON = 'Invalid message format received'

function isServerMessage(value: unknown): value is ServerMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return MESSAGE_VALIDATORS.get(value.type)?.(value) ?? false
}

/** Why a value is no message. */
function rejectOf(value: unknown): Omit<Reject, 'count'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'format', text: NOT_JSON }
  const type: unknown = 'type' in value ? value.type : undefined
  if (typeof type !== 'string') return { kind: 'type', text: 'Message without a type' }
  if (!MESSAGE_VALIDATORS.has(type))
    return { kind: 'type', text: `Unknown message type: ${type.slice(0, MAX_TYPE_LENGTH)}` }
  return { kind: 'shape', text: `Invalid ${type} message` }
}

/** Different texts kept of one frame: a frame full of invented types must not fill the list. */
const MAX_TEXTS = 8

function countRejects(values: readonly unknown[]): readonly Reject[] {
  const counted = new Map<string, Reject>()
  for (const value of values) {
    const found = rejectOf(value)
    const key = counted.has(found.text) || counted.size < MAX_TEXTS ? found.text : 'more'
    const held = counted.get(key) ?? { ...found, ...(key === 'more' ? { text: 'Other messages' } : {}), count: 0 }
    counted.set(key, { ...held, count: held.count + 1 })
  }
  return [...counted.values()]
}

/**
 * Parses what one socket event brought: a JSON envelope or an array of them. Never throws; whatever is wrong with one
 * message leaves the others of its frame alone.
 */
export function parseFrame(data: unknown): Frame {
  if (typeof data !== 'string') return rejectFrame('format', NOT_JSON)
  if (data.length > FRAME_LIMIT) return rejectFrame('oversize', 'Message too large')
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return rejectFrame('format', NOT_JSON)
  }
  if (isServerMessage(parsed)) return { messages: [parsed], rejects: NONE }
  if (!Array.isArray(parsed)) return { messages: NONE, rejects: countRejects([parsed]) }
  if (parsed.every(isServerMessage)) return { messages: parsed, rejects: NONE }
  const others = parsed.filter((value) => !isServerMessage(value))
  return { messages: parsed.filter(isServerMessage), rejects: countRejects(others) }
}
