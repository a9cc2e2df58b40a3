import { WebSocket } from 'ws'
import type { Counters } from '../counters.ts'
import type { Endpoint } from '../delivery/endpoint.ts'
import type { DropCause, GatewayEvent } from '../ports.ts'
import type { Client } from './client.ts'
import type { Registry } from './registry.ts'

const REASON_BYTES = 123

/** A close reason truncated between characters to fit its frame. */
export function closeReason(text: string): string {
  let reason = text
  while (Buffer.byteLength(reason) > REASON_BYTES) reason = reason.slice(0, -1)
  return reason
}

/** Ends connections. `cause` is set if the gateway drops the client. */
export interface Disconnect {
  /** Starts the closing handshake; the client gets nothing more. */
  close(client: Client, code: number, reason: string, cause?: DropCause): void
  /** Ends the connection without a handshake. */
  terminate(client: Client, cause?: DropCause): void
  /** ws is closing the connection after a protocol error; the client gets nothing more. */
  onClosing(client: Client, cause: DropCause): void
  /** The connection has closed, on either side. */
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
