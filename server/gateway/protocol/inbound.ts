import type { RawData } from 'ws'
import { clientMessageSchema, type ClientMessage } from '#contract/client-messages.ts'
import type { Client } from '../clients/client.ts'
import type { Counters } from '../counters.ts'
import { POLICY } from '../policy.ts'
import { fullBucket, takeToken } from './token-bucket.ts'

export interface InboundDeps {
  readonly now: () => number
  readonly counters: Counters
  readonly onHeartbeat: (client: Client) => void
  readonly onResume: (client: Client, message: Extract<ClientMessage, { type: 'Resume' }>) => void
  readonly onSubscribe: (client: Client, message: Extract<ClientMessage, { type: 'Subscribe' }>) => void
  readonly onTooManyBadFrames: (client: Client) => void
  readonly onBrokenFrame: (client: Client) => void
}

/**
 * Handles frames from clients. One that is malformed, for another connection or over the rate limit is counted and
 * dropped without a response.
 */
export interface Inbound {
  onMessage(client: Client, data: RawData, isBinary: boolean): void
  /** A ping, or a pong that no ping asked for, counts as a message against the rate limit. */
  onControlFrame(client: Client): void
  /** A frame that violates the protocol: too large, corrupt, or not inflatable. ws closes the socket itself. */
  onProtocolError(client: Client): void
}

/** Parses one frame; undefined if it is not a client message of the contract. */
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
      else if (message.type === 'Resume') on.onResume(client, message)
      else on.onSubscribe(client, message)
    },
    onControlFrame(client) {
      if (!isWithinRate(client, 'frames')) reject(client)
    },
    onProtocolError(client) {
      counters.badFrames += 1
      on.onBrokenFrame(client)
    },
  }
}
