import { WebSocket } from 'ws'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Counters } from '../counters.ts'
import { POLICY } from '../policy.ts'
import { createEntryQueue, type Entry } from './entry-queue.ts'
import type { SendQueue } from './send-queue.ts'

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
