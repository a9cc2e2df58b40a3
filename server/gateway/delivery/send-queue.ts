import type { ServerMessage } from '#contract/messages.ts'
import type { MessageEncoder } from '../protocol/encoding.ts'
import type { EntryQueue } from './entry-queue.ts'

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
}
