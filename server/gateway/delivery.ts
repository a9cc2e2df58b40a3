import { WebSocket } from 'ws'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Counters } from './counters.ts'
import type { Entry } from './entry.ts'
import { createEntryQueue } from './entry-queue.ts'
import type { Outbox } from './outbox.ts'
import { POLICY } from './policy.ts'

/** Everything that goes to clients, at the pace each reads. */
export interface Delivery<Box extends Outbox> {
  /** Written at once, before whatever waits. For answers to this client alone. */
  say(box: Box, ...messages: readonly ServerMessage[]): void
  /** Broadcast entries; `frame` holds them all, framed for this client's kind. */
  readonly offer: (box: Box, entries: readonly Entry[], frame: Buffer) => void
  /** Sends a long list as the client reads it, live entries after it. False while an earlier one is under way. */
  replay(box: Box, messages: readonly ServerMessage[]): boolean
  /** Writes what waits, however much: the connection is about to close. */
  flush(box: Box): void
}

export interface DeliveryDeps<Box extends Outbox> {
  readonly counters: Counters
  readonly now: () => number
  /** More waits for this client than it may cost. */
  readonly onOverflow: (box: Box) => void
}

function nextOfBacklog(box: Outbox): string[] {
  const texts: string[] = []
  let size = 0
  while (box.backlog && size < POLICY.chunkBytes) {
    const message = box.backlog.messages[box.backlog.next++]
    if (message === undefined) {
      box.backlog = undefined
    } else {
      const text = JSON.stringify(message)
      texts.push(text)
      size += text.length
    }
  }
  return texts
}

function nextTexts(box: Outbox): readonly string[] {
  const replayed = nextOfBacklog(box)
  return replayed.length > 0 || !box.queue ? replayed : box.queue.take(POLICY.chunkBytes).map((entry) => entry.text)
}

function letGo(box: Outbox) {
  box.queue = undefined
  box.backlog = undefined
  box.heldSince = undefined
}

export function createDelivery<Box extends Outbox>({ counters, now, onOverflow }: DeliveryDeps<Box>): Delivery<Box> {
  function writeFrame(box: Box, frame: Buffer, messages: number) {
    if (box.ws.readyState !== WebSocket.OPEN) return
    box.socket.write(frame)
    counters.sent += messages
  }

  /** Writes what waits while at most `limit` bytes are unsent. */
  function pump(box: Box, limit: number) {
    if (box.ws.readyState !== WebSocket.OPEN) letGo(box)
    while (box.socket.writableLength <= limit) {
      const texts = nextTexts(box)
      if (texts.length === 0) break
      writeFrame(box, box.framing(texts), texts.length)
    }
    if (box.backlog || (box.queue && !box.queue.isEmpty())) hold(box)
    else letGo(box)
  }

  /** Goes on when the socket has taken what it holds, which is more than it likes, or nothing would have to wait. */
  function hold(box: Box) {
    if (box.heldSince === undefined) box.socket.once('drain', () => onDrained(box))
    box.heldSince = now()
  }

  function onDrained(box: Box) {
    box.heldSince = undefined
    if (box.queue ?? box.backlog) pump(box, GATEWAY.conflateAboveBytes)
  }

  function holdToCap(box: Box) {
    if ((box.queue?.bytes() ?? 0) + box.socket.writableLength <= GATEWAY.outboundCapBytes) return
    letGo(box)
    onOverflow(box)
  }

  return {
    say(box, ...messages) {
      const texts = messages.map((message) => JSON.stringify(message))
      writeFrame(box, box.framing(texts), texts.length)
      holdToCap(box)
    },
    offer(box, entries, frame) {
      if (!box.queue && !box.backlog && box.socket.writableLength <= GATEWAY.conflateAboveBytes) {
        writeFrame(box, frame, entries.length)
        return
      }
      if (box.heldSince === undefined) hold(box)
      box.queue ??= createEntryQueue()
      for (const entry of entries) if (box.queue.push(entry)) counters.conflated += 1
      holdToCap(box)
    },
    replay(box, messages) {
      if (box.backlog) return false
      box.backlog = { messages, next: 0 }
      pump(box, GATEWAY.conflateAboveBytes)
      return true
    },
    flush(box) {
      box.backlog = undefined
      pump(box, Infinity)
    },
  }
}
