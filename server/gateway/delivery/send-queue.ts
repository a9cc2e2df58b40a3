import type { ServerMessage } from '#contract/messages.ts'
import type { EntryQueue } from './entry-queue.ts'
import type { MessageEncoder } from '../protocol/encoding.ts'

/**
 * What one client still has to get. A record, and the functions over it are made once (`createDelivery`): there are
 * thousands of clients, and closures for each would cost more than the sockets.
 */
export interface SendQueue {
  readonly encode: MessageEncoder
  /** Frames are written to it directly: framing them once for all clients is what makes a broadcast cheap. */
  readonly socket: {
    write(frame: Buffer): unknown
    readonly writableLength: number
    once(event: 'drain', listener: () => void): unknown
  }
  readonly ws: { readonly readyState: number }
  /** Live entries that wait; absent while the client keeps up. */
  queue: EntryQueue | undefined
  /** A long list that is sent as the client reads it, before the queue. */
  backlog: { readonly messages: readonly ServerMessage[]; next: number } | undefined
  /** Since when nothing of what waits could be written, in milliseconds of the clock; undefined while nothing waits. */
  blockedSince: number | undefined
}
