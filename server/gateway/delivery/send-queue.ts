import type { ServerMessage } from '#contract/messages.ts'
import type { MessageEncoder } from '../framing/index.ts'
import type { Entry, EntryQueue } from './entry-queue.ts'

/** Takes the broadcast entries of one client, to be changed or delayed before they are delivered. */
export interface EntryInterceptor {
  enqueue(entries: readonly Entry[], frame: Buffer): void
  /** Delivers the delayed entries. */
  release(): void
}

/**
 * Unsent output of one client. A plain record whose functions are shared (`createDelivery`): with thousands of clients,
 * closures for each would cost more than the sockets.
 */
export interface SendQueue {
  readonly encode: MessageEncoder
  /** Frames are written to it directly, bypassing ws, so that a broadcast is encoded only once. */
  readonly socket: {
    write(frame: Buffer): unknown
    readonly writableLength: number
    once(event: 'drain', listener: () => void): unknown
  }
  readonly ws: { readonly readyState: number }
  /** Live entries waiting to be written; absent while the client keeps up. */
  queue: EntryQueue | undefined
  /** A replay in progress; written before the queue. */
  backlog: { readonly messages: readonly ServerMessage[]; next: number } | undefined
  /** Clock time in milliseconds since which no queued message could be written; undefined while nothing is queued. */
  blockedSince: number | undefined
  /** Set while the client's session injects a fault into its feed. */
  interceptor: EntryInterceptor | undefined
}

/** Number of live entries and replayed messages that were not written yet. */
export const waitingMessages = ({ queue, backlog }: SendQueue): number =>
  (queue?.size() ?? 0) + (backlog ? backlog.messages.length - backlog.next : 0)
