import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Counters } from './counters.ts'
import type { Entry } from './entry.ts'
import { createEntryQueue, type EntryQueue } from './entry-queue.ts'
import type { Framing } from './frame.ts'
import { POLICY } from './policy.ts'

/** Where frames go: a client's socket. */
export interface Sink {
  write(frame: Buffer): void
  /** Bytes written that the network has not taken yet. */
  unsent(): number
}

export interface OutboxDeps {
  readonly sink: Sink
  readonly framing: Framing
  readonly counters: Counters
  readonly now: () => number
  /** More waits for this client than it may cost. */
  readonly onOverflow: () => void
}

/** Everything that goes to one client, at the pace it reads. */
export interface Outbox {
  /** Written at once, before whatever waits. For answers to this client alone. */
  say(...messages: readonly ServerMessage[]): void
  /** Broadcast entries; `frame` holds them all, framed for this client's kind. */
  readonly offer: (entries: readonly Entry[], frame: Buffer) => void
  /** Sends a long list as the client reads it, live entries after it. False while an earlier one is under way. */
  replay(messages: readonly ServerMessage[]): boolean
  /** The socket has taken everything. */
  readonly onDrained: () => void
  /** Writes what waits, however much: the connection is about to close. */
  flush(): void
  /** Since when nothing of what waits could be written, in the clock's milliseconds; undefined while nothing waits. */
  heldSince(): number | undefined
}

export function createOutbox({ sink, framing, counters, now, onOverflow }: OutboxDeps): Outbox {
  let queue: EntryQueue | undefined
  let backlog: { readonly messages: readonly ServerMessage[]; next: number } | undefined
  let heldSince: number | undefined

  function write(texts: readonly string[]) {
    sink.write(framing(texts))
    counters.sent += texts.length
  }

  function nextOfBacklog(): string[] {
    const texts: string[] = []
    let size = 0
    while (backlog && size < POLICY.chunkBytes) {
      const message = backlog.messages[backlog.next++]
      if (message === undefined) {
        backlog = undefined
      } else {
        const text = JSON.stringify(message)
        texts.push(text)
        size += text.length
      }
    }
    return texts
  }

  function nextTexts(): readonly string[] {
    const replayed = nextOfBacklog()
    return replayed.length > 0 || !queue ? replayed : queue.take(POLICY.chunkBytes).map((entry) => entry.text)
  }

  function letGo() {
    queue = undefined
    backlog = undefined
    heldSince = undefined
  }

  /** Writes what waits while at most `limit` bytes are unsent. */
  function pump(limit: number) {
    while (sink.unsent() <= limit) {
      const texts = nextTexts()
      if (texts.length === 0) break
      write(texts)
    }
    if (backlog || (queue && !queue.isEmpty())) heldSince = now()
    else letGo()
  }

  function holdToCap() {
    if ((queue?.bytes() ?? 0) + sink.unsent() <= GATEWAY.outboundCapBytes) return
    letGo()
    onOverflow()
  }

  return {
    say(...messages) {
      write(messages.map((message) => JSON.stringify(message)))
      holdToCap()
    },
    offer(entries, frame) {
      if (!queue && !backlog && sink.unsent() <= GATEWAY.conflateAboveBytes) {
        sink.write(frame)
        counters.sent += entries.length
        return
      }
      heldSince ??= now()
      queue ??= createEntryQueue()
      for (const entry of entries) if (queue.push(entry)) counters.conflated += 1
      holdToCap()
    },
    replay(messages) {
      if (backlog) return false
      backlog = { messages, next: 0 }
      pump(GATEWAY.conflateAboveBytes)
      return true
    },
    onDrained() {
      if (queue ?? backlog) pump(GATEWAY.conflateAboveBytes)
    },
    flush() {
      backlog = undefined
      pump(Infinity)
    },
    heldSince: () => heldSince,
  }
}
