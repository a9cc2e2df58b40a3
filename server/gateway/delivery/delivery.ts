import { WebSocket } from 'ws'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Counters } from '../counters.ts'
import { POLICY } from '../policy.ts'
import { createEntryQueue, type Entry, type EntryQueue } from './entry-queue.ts'
import type { MessageEncoder } from '#server/gateway/framing/index.ts'

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

/** Writes messages to clients at the pace each of them reads. */
export interface Delivery<Target extends SendQueue> {
  /** Writes at once, ahead of queued entries. For messages to this client only. */
  send(target: Target, ...messages: readonly ServerMessage[]): void
  /** Writes broadcast entries, unless an interceptor takes them. `frame` contains them all in this client's wire format. */
  readonly deliver: (target: Target, entries: readonly Entry[], frame: Buffer) => void
  /** Writes entries, or queues them for a slow reader. */
  readonly enqueue: (target: Target, entries: readonly Entry[], frame: Buffer) => void
  /** Sends a long list at the client's pace, live entries after it. False while an earlier replay is running. */
  replay(target: Target, messages: readonly ServerMessage[]): boolean
  /** Writes all queued entries regardless of back-pressure, before the connection closes. */
  flush(target: Target): void
}

export interface DeliveryDeps<Target extends SendQueue> {
  readonly counters: Counters
  readonly now: () => number
  /** The client's unsent output exceeds `GATEWAY.outboundCapBytes`. */
  readonly onOverflow: (target: Target) => void
}

function nextFromBacklog(target: SendQueue): string[] {
  const texts: string[] = []
  let size = 0
  while (target.backlog && size < POLICY.chunkBytes) {
    const message = target.backlog.messages[target.backlog.next++]
    if (message === undefined) {
      target.backlog = undefined
    } else {
      const text = JSON.stringify(message)
      texts.push(text)
      size += text.length
    }
  }
  return texts
}

function nextTexts(target: SendQueue): readonly string[] {
  const replayed = nextFromBacklog(target)
  return replayed.length > 0 || !target.queue
    ? replayed
    : target.queue.take(POLICY.chunkBytes).map((entry) => entry.text)
}

function release(target: SendQueue) {
  target.queue = undefined
  target.backlog = undefined
  target.blockedSince = undefined
}

export function createDelivery<Target extends SendQueue>({
  counters,
  now,
  onOverflow,
}: DeliveryDeps<Target>): Delivery<Target> {
  function writeFrame(target: Target, frame: Buffer, messages: number) {
    if (target.ws.readyState !== WebSocket.OPEN) return
    target.socket.write(frame)
    counters.sent += messages
  }

  /** Writes queued messages while at most `limit` bytes are unsent. */
  function pump(target: Target, limit: number) {
    if (target.ws.readyState !== WebSocket.OPEN) release(target)
    while (target.socket.writableLength <= limit) {
      const texts = nextTexts(target)
      if (texts.length === 0) break
      writeFrame(target, target.encode(texts), texts.length)
    }
    if (target.backlog || (target.queue && !target.queue.isEmpty())) waitForDrain(target)
    else release(target)
  }

  /** Resumes on the socket's 'drain' event. Messages are only queued above its high-water mark, so the event will come. */
  function waitForDrain(target: Target) {
    if (target.blockedSince === undefined) target.socket.once('drain', () => onDrained(target))
    target.blockedSince = now()
  }

  function onDrained(target: Target) {
    target.blockedSince = undefined
    if (target.queue ?? target.backlog) pump(target, GATEWAY.conflateAboveBytes)
  }

  function enforceCap(target: Target) {
    if ((target.queue?.bytes() ?? 0) + target.socket.writableLength <= GATEWAY.outboundCapBytes) return
    release(target)
    onOverflow(target)
  }

  function enqueue(target: Target, entries: readonly Entry[], frame: Buffer) {
    if (!target.queue && !target.backlog && target.socket.writableLength <= GATEWAY.conflateAboveBytes) {
      writeFrame(target, frame, entries.length)
      return
    }
    if (target.blockedSince === undefined) waitForDrain(target)
    target.queue ??= createEntryQueue()
    for (const entry of entries) if (target.queue.push(entry)) counters.conflated += 1
    enforceCap(target)
  }

  function deliver(target: Target, entries: readonly Entry[], frame: Buffer) {
    if (target.interceptor) target.interceptor.enqueue(entries, frame)
    else enqueue(target, entries, frame)
  }

  return {
    send(target, ...messages) {
      const texts = messages.map((message) => JSON.stringify(message))
      writeFrame(target, target.encode(texts), texts.length)
      enforceCap(target)
    },
    deliver,
    enqueue,
    replay(target, messages) {
      if (target.backlog) return false
      target.backlog = { messages, next: 0 }
      pump(target, GATEWAY.conflateAboveBytes)
      return true
    },
    flush(target) {
      target.backlog = undefined
      pump(target, Infinity)
    },
  }
}
