import * as z from 'zod/mini'
import type { TallyResult } from '#test/support/server/tally.ts'
import { MINUTE_MS, stepOf } from '#test/support/cluster/minutes.ts'

const rawSchema = z.object({
  seq: z.optional(z.number()),
  epoch: z.optional(z.string()),
  message_id: z.optional(z.string()),
  data: z.object({ stream_key: z.string(), provenance: z.object({ exchange_time: z.number() }) }),
})

/** What the account of a client needs of a message: of the running ones neither id nor number is used. */
export type RawUpdate = z.infer<typeof rawSchema>

/** An update of the analysis; undefined for other messages. */
export const readUpdate = (text: string): RawUpdate | undefined => rawSchema.safeParse(JSON.parse(text)).data

/** The entries of one socket, as they come. */
export interface SocketAccount {
  add(update: RawUpdate): void
}

/** Counts what one client gets over all its sockets. */
export interface Account {
  /** A new socket; all but the first ask for what was missed. */
  connected(): SocketAccount
  /** An entry that the client has accepted as the next one of its stream; it ends at this time, unix ms. */
  accepted(key: string, end: number): void
  /** The newest end of each stream. */
  newest(): ReadonlyMap<string, number>
  /** What is missing, and what came twice, in words. */
  readonly faults: readonly string[]
  /** The counts, if each stream has got as far as given. */
  result(until: ReadonlyMap<string, number>): TallyResult
}

/**
 * Numbers grow on one socket, but that the answer to a request for what was missed begins once with a lower one. Over all sockets each
 * stream has every step of its timeframe.
 */
export function createAccount(): Account {
  const ends = new Map<string, number>()
  let isFirstSocket = true
  const faults: string[] = []
  const counts = { received: 0, lost: 0, reordered: 0, duplicated: 0 }

  return {
    connected() {
      const mayRestart = !isFirstSocket
      isFirstSocket = false
      const last = new Map<string, number>()
      const restarted = new Set<string>()
      return {
        add({ seq, epoch, message_id: id, data: { stream_key: key } }) {
          if (seq === undefined || id === undefined) return
          const stream = `${epoch} ${key}`
          const before = last.get(stream) ?? -Infinity
          last.set(stream, seq)
          if (seq > before) return
          if (mayRestart && !restarted.has(stream)) restarted.add(stream)
          else {
            counts[seq === before ? 'duplicated' : 'reordered'] += 1
            faults.push(`${stream}: number ${seq} after ${before} on one socket`)
          }
        },
      }
    },
    accepted(key, end) {
      counts.received += 1
      const before = ends.get(key)
      ends.set(key, Math.max(end, before ?? -Infinity))
      const step = stepOf(key)
      // The first entry of a longer timeframe is the state at the start, of any minute.
      if (before === undefined || before % (step * MINUTE_MS) !== 0) return
      const steps = (end - before) / MINUTE_MS / step
      if (steps === 1) return
      if (steps === 0) counts.duplicated += 1
      else if (steps < 0) counts.reordered += 1
      else counts.lost += Math.ceil(steps) - 1
      faults.push(`${key}: ${new Date(end).toISOString()} after ${new Date(before).toISOString()}`)
    },
    newest: () => ends,
    faults,
    result(until) {
      const lacking = [...until].reduce((sum, [key, end]) => {
        const behind = end - (ends.get(key) ?? end)
        return sum + Math.max(0, Math.ceil(behind / MINUTE_MS / stepOf(key)))
      }, 0)
      return { ...counts, lost: counts.lost + lacking }
    },
  }
}
