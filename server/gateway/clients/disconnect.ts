import { WebSocket } from 'ws'
import type { Client } from './client.ts'
import type { Counters } from '../counters.ts'
import type { Endpoint } from '../delivery/endpoint.ts'
import type { DropCause, GatewayEvent } from '../ports.ts'
import type { Registry } from './registry.ts'

const REASON_BYTES = 123

/** A close reason that fits its frame, cut between characters. */
export function closeReason(text: string): string {
  let reason = text
  while (Buffer.byteLength(reason) > REASON_BYTES) reason = reason.slice(0, -1)
  return reason
}

/** How connections end. `cause` is given when it is the gateway that drops the client. */
export interface Disconnect {
  /** Starts the closing handshake; nothing more is sent. */
  close(client: Client, code: number, reason: string, cause?: DropCause): void
  /** Ends the connection without a handshake. */
  terminate(client: Client, cause?: DropCause): void
  /** Its connection is being closed by the protocol itself: nothing more is sent. */
  onClosing(client: Client, cause: DropCause): void
  /** Its connection is closed, whoever closed it. */
  onClosed(client: Client): void
}

export interface DisconnectDeps {
  readonly registry: Registry
  readonly endpoints: ReadonlyMap<string, Pick<Endpoint, 'leave'>>
  readonly counters: Counters
  readonly report: ((event: GatewayEvent) => void) | undefined
}

export function createDisconnect({ registry, endpoints, counters, report }: DisconnectDeps): Disconnect {
  function end(client: Client, cause: DropCause | undefined) {
    if (!registry.deactivate(client)) return
    const { path, connectionId, principal } = client
    endpoints.get(path)?.leave(client)
    if (cause === undefined) return
    counters.dropped[cause] += 1
    report?.({ kind: 'client-dropped', path, connectionId, userId: principal.userId, cause })
  }

  return {
    close(client, code, reason, cause) {
      if (client.ws.readyState !== WebSocket.OPEN) return
      client.ws.close(code, closeReason(reason))
      end(client, cause)
    },
    terminate(client, cause) {
      client.ws.terminate()
      end(client, cause)
    },
    onClosing: end,
    onClosed(client) {
      end(client, undefined)
      registry.remove(client)
    },
  }
}
