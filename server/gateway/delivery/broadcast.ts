import { GATEWAY } from '#contract/limits.ts'
import { POLICY } from '../policy.ts'
import { WIRE_FORMATS, type WireFormat } from '../framing/index.ts'
import { EVERYTHING, isSelected, type Selection } from '../protocol/selection.ts'
import type { Timers } from '../timers.ts'
import { createEntryQueue, type Entry } from './entry-queue.ts'

/** Encodes every entry once per selection and writes it to all members who selected it, in order. */
export interface Broadcast<Member> {
  publish(entry: Entry): void
  join(member: Member): void
  leave(member: Member): void
  /** Writes all pending entries now, completing a sliced round first. */
  flush(): void
}

export interface BroadcastDeps<Member> {
  /** Wire format of all members. Batched: one JSON array per `GATEWAY.batchMs`; otherwise each message at once. */
  readonly wireFormat: WireFormat
  readonly now: () => number
  readonly timers: Timers
  readonly deliver: (member: Member, entries: readonly Entry[], frame: Buffer) => void
}

/** Entries and the frame that contains them. */
interface Part {
  readonly entries: readonly Entry[]
  readonly frame: Buffer
}

interface Round<Member> {
  readonly entries: readonly Entry[]
  /** What each selection leaves of them; undefined for nothing. */
  readonly parts: Map<string, Part | undefined>
  /** Live iterator over the members: one that leaves is no longer visited. */
  readonly rest: Iterator<Member>
}

interface Recipient {
  /** It gets entries from this number on; earlier ones are in its snapshot. */
  readonly firstEntry: number
  /** Everything by default. */
  readonly selection?: Selection
}

export function createBroadcast<Member extends Recipient>(deps: BroadcastDeps<Member>): Broadcast<Member> {
  const { wireFormat, now, timers, deliver } = deps
  const { batched, shared: encode } = WIRE_FORMATS[wireFormat]
  const members = new Set<Member>()
  const pending = createEntryQueue()
  let round: Round<Member> | undefined
  let lastRoundAt = -Infinity
  let scheduled = false

  const frameOf = (entries: readonly Entry[]) => encode(entries.map((entry) => entry.text))

  function partOf({ entries, parts }: Round<Member>, selection: Selection): Part | undefined {
    if (parts.has(selection.key)) return parts.get(selection.key)
    const selected = entries.filter((entry) => isSelected(selection, entry))
    const part = selected.length === 0 ? undefined : { entries: selected, frame: frameOf(selected) }
    parts.set(selection.key, part)
    return part
  }

  function deliverTo(member: Member, current: Round<Member>) {
    const part = partOf(current, member.selection ?? EVERYTHING)
    if (part === undefined) return
    const { entries, frame } = part
    if (member.firstEntry <= (entries[0]?.number ?? 0)) {
      deliver(member, entries, frame)
      return
    }
    const later = entries.filter((entry) => entry.number >= member.firstEntry)
    if (later.length > 0) deliver(member, later, frameOf(later))
  }

  function startRound() {
    scheduled = false
    if (round || pending.isEmpty()) return
    lastRoundAt = now()
    const entries = pending.take(Infinity)
    round = { entries, parts: new Map(), rest: members.values() }
    advance()
  }

  function advance(slice = members.size > POLICY.sliceAbove ? POLICY.slice : Infinity) {
    for (let left = slice; round && left > 0; left -= 1) {
      const next = round.rest.next()
      if (next.done) {
        round = undefined
        schedule()
        return
      }
      deliverTo(next.value, round)
    }
    if (round) timers.soon(advance)
  }

  /** Entries published during a round wait for the next one, so that a process that falls behind conflates. */
  function schedule() {
    if (scheduled || round || pending.isEmpty()) return
    if (!batched) {
      startRound()
      return
    }
    scheduled = true
    const wait = Math.min(lastRoundAt + GATEWAY.batchMs - now(), GATEWAY.batchMs)
    // After idle the first batch goes out at the end of the current turn, with everything published in it.
    if (wait <= 0) queueMicrotask(startRound)
    else timers.after(wait, startRound)
  }

  return {
    publish(entry) {
      if (members.size === 0) return
      pending.push(entry)
      schedule()
    },
    join(member) {
      members.add(member)
    },
    leave(member) {
      members.delete(member)
    },
    flush() {
      advance(Infinity)
      startRound()
      advance(Infinity)
    },
  }
}
