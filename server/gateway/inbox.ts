import type { RawData } from 'ws'
import { clientMessageSchema, type ClientMessage } from '#contract/client-messages.ts'
import { createBudget } from './budget.ts'
import { POLICY } from './policy.ts'

export interface InboxDeps {
  readonly connectionId: string
  readonly now: () => number
  readonly onHeartbeat: () => void
  readonly onResume: (message: Extract<ClientMessage, { type: 'Resume' }>) => void
  /** A frame that made no sense, was for another connection, or came too fast: dropped. */
  readonly onBadFrame: () => void
  /** Too many of them within a minute. */
  readonly onTooManyBadFrames: () => void
}

/** Everything that comes from one client. */
export interface Inbox {
  receive(data: RawData, isBinary: boolean): void
  /** A control frame: costs as much as a message. */
  ping(): void
}

/** Reads one frame; undefined when it is none of the client messages of the contract. */
function parseFrame(data: RawData, isBinary: boolean): ClientMessage | undefined {
  if (isBinary || !Buffer.isBuffer(data)) return undefined
  try {
    const parsed = clientMessageSchema.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export function createInbox(deps: InboxDeps): Inbox {
  const spend = createBudget(POLICY.framesAtOnce, POLICY.framesPerMinute, deps.now)
  const spendBad = createBudget(POLICY.badFramesPerMinute - 1, POLICY.badFramesPerMinute, deps.now)

  function reject() {
    deps.onBadFrame()
    if (!spendBad()) deps.onTooManyBadFrames()
  }

  return {
    receive(data, isBinary) {
      const message = spend() ? parseFrame(data, isBinary) : undefined
      if (message?.connection_id !== deps.connectionId) reject()
      else if (message.type === 'Heartbeat') deps.onHeartbeat()
      else deps.onResume(message)
    },
    ping() {
      if (!spend()) reject()
    },
  }
}
