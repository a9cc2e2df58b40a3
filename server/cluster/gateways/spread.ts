import type { OtherGateway } from './others.ts'

/** More than this part of the fair share begins to be spread, and is until there is less than that. */
const BEGIN_ABOVE = 1.5
const UNTIL_BELOW = 1.15
/** Fewer sockets too many are not worth it. */
const LEAST_EXCESS = 10
/** How long it has to be so, as those that reconnect come one after the other. */
const SETTLE_MS = 10_000
/** Part of the sockets that are closed each second, and the most of them. */
const PART_PER_SECOND = 0.02
const MOST_PER_SECOND = 50
/** If so many times the excess has been closed in vain, as a proxy sends clients back, it is left for a while. */
const MOST_TIMES = 3
const REST_MS = 600_000

export interface SpreadDeps {
  /** Sockets of this gateway. */
  readonly sockets: () => number
  readonly others: () => readonly Pick<OtherGateway, 'sockets' | 'ableSince'>[]
  /** Whether this gateway has time for it. */
  readonly isCalm: () => boolean
  /** Monotonic, in milliseconds. */
  readonly clock: () => number
  /** Asks so many clients to connect again. */
  readonly close: (count: number) => void
}

/** Spreads sockets over the gateways, for example after one is back; `tick` is to be called every second. */
export function createSpread({ sockets, others, isCalm, clock, close }: SpreadDeps): { tick(this: void): void } {
  let tooManySince: number | undefined
  /** What may still be closed; undefined while nothing is spread. */
  let left: number | undefined
  let restsUntil = -Infinity

  function end(): void {
    tooManySince = undefined
    left = undefined
  }

  function tick(): void {
    const known = others()
    const own = sockets()
    const now = clock()
    if (now < restsUntil || known.length === 0 || known.some(({ ableSince }) => ableSince === undefined) || !isCalm())
      return end()
    const share = known.reduce((sum, other) => sum + other.sockets, own) / (known.length + 1)
    const excess = Math.ceil(own - share)
    if (left === undefined) {
      if (own <= share * BEGIN_ABOVE || excess < LEAST_EXCESS) return end()
      tooManySince ??= now
      if (now - tooManySince < SETTLE_MS) return undefined
      left = excess * MOST_TIMES
    }
    if (own <= share * UNTIL_BELOW) return end()
    if (left <= 0) {
      restsUntil = now + REST_MS
      return end()
    }
    const count = Math.min(excess, Math.ceil(own * PART_PER_SECOND), MOST_PER_SECOND)
    left -= count
    close(count)
    return undefined
  }

  return { tick }
}
