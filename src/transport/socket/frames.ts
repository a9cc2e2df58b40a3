import type { ServerMessage } from '#contract/messages.ts'
import { MESSAGE_VALIDATORS } from '#contract/generated/message-validators.ts'
import { parseJson } from '#src/lib/json.ts'
import type { Frame, Reject } from '#src/streams/ports.ts'

/** Larger frames are dropped unread; no backend sends any. In UTF-16 units. */
export const FRAME_LIMIT = 1_048_576

const MAX_TYPE_LENGTH = 40
const NONE: readonly never[] = []

const rejectFrame = (kind: Reject['kind'], text: string): Frame => ({
  messages: NONE,
  rejects: [{ kind, text, count: 1 }],
})
const NOT_JSON = 'Invalid message format received'

function isServerMessage(value: unknown): value is ServerMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return MESSAGE_VALIDATORS.get(value.type)?.(value) ?? false
}

/** Reason why a value is not a valid message. */
function rejectOf(value: unknown): Omit<Reject, 'count'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'format', text: NOT_JSON }
  const type: unknown = 'type' in value ? value.type : undefined
  if (typeof type !== 'string') return { kind: 'type', text: 'Message without a type' }
  if (!MESSAGE_VALIDATORS.has(type))
    return { kind: 'type', text: `Unknown message type: ${type.slice(0, MAX_TYPE_LENGTH)}` }
  return { kind: 'shape', text: `Invalid ${type} message` }
}

/** Maximum number of distinct texts per frame, so that invented types cannot fill the list. */
const MAX_TEXTS = 8

function countRejects(values: readonly unknown[]): readonly Reject[] {
  const counted = new Map<string, Reject>()
  for (const value of values) {
    const found = rejectOf(value)
    const key = counted.has(found.text) || counted.size < MAX_TEXTS ? found.text : 'more'
    const current = counted.get(key) ?? { ...found, ...(key === 'more' ? { text: 'Other messages' } : {}), count: 0 }
    counted.set(key, { ...current, count: current.count + 1 })
  }
  return [...counted.values()]
}

/**
 * Parses the data of one socket event: a JSON envelope or an array of them. Never throws; an invalid message does not
 * affect the others of its frame.
 */
export function parseFrame(data: unknown): Frame {
  if (typeof data !== 'string') return rejectFrame('format', NOT_JSON)
  if (data.length > FRAME_LIMIT) return rejectFrame('oversize', 'Message too large')
  const parsed = parseJson(data)
  if (isServerMessage(parsed)) return { messages: [parsed], rejects: NONE }
  if (!Array.isArray(parsed)) return { messages: NONE, rejects: countRejects([parsed]) }
  if (parsed.every(isServerMessage)) return { messages: parsed, rejects: NONE }
  const others = parsed.filter((value) => !isServerMessage(value))
  return { messages: parsed.filter(isServerMessage), rejects: countRejects(others) }
}
