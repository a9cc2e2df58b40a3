import type { RawData } from 'ws'
import { clientMessageSchema, type ClientMessage } from '#contract/client-messages.ts'
import { fullBudget, spend } from './budget.ts'
import type { Client } from './client.ts'
import type { Counters } from './counters.ts'
import { POLICY } from './policy.ts'

export interface InboxDeps {
  readonly now: () => number
  readonly counters: Counters
  readonly onHeartbeat: (client: Client) => void
  readonly onResume: (client: Client, message: Extract<ClientMessage, { type: 'Resume' }>) => void
  readonly onTooManyBadFrames: (client: Client) => void
  readonly onBrokenFrame: (client: Client) => void
}

/**
 * Everything that comes from clients. A frame that makes no sense, is for another connection or comes too fast is
 * counted and dropped, never answered.
 */
export interface Inbox {
  receive(client: Client, data: RawData, isBinary: boolean): void
  /** A ping costs as much as a message. */
  ping(client: Client): void
  /** A frame against the protocol: too large, damaged, or not to be inflated. The protocol closes after it. */
  broken(client: Client): void
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

export function createInbox({ now, counters, ...on }: InboxDeps): Inbox {
  function mayGoOn(client: Client, budget: 'frames' | 'badFrames'): boolean {
    client[budget] ??= fullBudget(POLICY[budget], now())
    return spend(client[budget], POLICY[budget], now())
  }

  function reject(client: Client) {
    counters.badFrames += 1
    if (!mayGoOn(client, 'badFrames')) on.onTooManyBadFrames(client)
  }

  return {
    receive(client, data, isBinary) {
      const message = mayGoOn(client, 'frames') ? parseFrame(data, isBinary) : undefined
      if (message?.connection_id !== client.connectionId) reject(client)
      else if (message.type === 'Heartbeat') on.onHeartbeat(client)
      else on.onResume(client, message)
    },
    ping(client) {
      if (!mayGoOn(client, 'frames')) reject(client)
    },
    broken(client) {
      counters.badFrames += 1
      on.onBrokenFrame(client)
    },
  }
}
