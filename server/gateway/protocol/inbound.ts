import type { RawData } from 'ws'
import { clientMessageSchema, type ClientMessage } from '#contract/client-messages.ts'
import { fullBucket, takeToken } from './token-bucket.ts'
import type { Client } from '../clients/client.ts'
import type { Counters } from '../counters.ts'
import { POLICY } from '../policy.ts'

export interface InboundDeps {
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
export interface Inbound {
  onMessage(client: Client, data: RawData, isBinary: boolean): void
  /** A ping costs as much as a message. */
  onPing(client: Client): void
  /** A frame against the protocol: too large, damaged, or not to be inflated. The protocol closes after it. */
  onProtocolError(client: Client): void
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

export function createInbound({ now, counters, ...on }: InboundDeps): Inbound {
  function isWithinRate(client: Client, bucket: 'frames' | 'badFrames'): boolean {
    client[bucket] ??= fullBucket(POLICY[bucket], now())
    return takeToken(client[bucket], POLICY[bucket], now())
  }

  function reject(client: Client) {
    counters.badFrames += 1
    if (!isWithinRate(client, 'badFrames')) on.onTooManyBadFrames(client)
  }

  return {
    onMessage(client, data, isBinary) {
      const message = isWithinRate(client, 'frames') ? parseFrame(data, isBinary) : undefined
      if (message?.connection_id !== client.connectionId) reject(client)
      else if (message.type === 'Heartbeat') on.onHeartbeat(client)
      else on.onResume(client, message)
    },
    onPing(client) {
      if (!isWithinRate(client, 'frames')) reject(client)
    },
    onProtocolError(client) {
      counters.badFrames += 1
      on.onBrokenFrame(client)
    },
  }
}
