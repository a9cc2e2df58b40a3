import type { Observable } from 'rxjs'
import type { BusEvent } from '#server/cluster/bus/ports.ts'

/** How often each gateway tells the others of itself. */
export const ANNOUNCE_MS = 1_000
/** One that has not been heard of for longer is not counted any more. */
const FRESH_MS = 5_000

/** What a gateway has told of itself. */
export interface OtherGateway {
  readonly sockets: number
  /** Whether it reaches all that its clients need. */
  readonly isAble: boolean
  /** When it was heard of, by the clock of this process. */
  readonly at: number
}

export interface OtherGateways {
  /** Those that were heard of lately. */
  all(): readonly OtherGateway[]
  stop(): void
}

/** Follows what other gateways tell of themselves. `clock` is monotonic, in milliseconds. */
export function followOthers(events$: Observable<BusEvent>, clock: () => number): OtherGateways {
  const known = new Map<string, OtherGateway>()
  const subscription = events$.subscribe((event) => {
    if (event.kind !== 'gateway-state') return
    known.set(event.gatewayId, { sockets: event.sockets, isAble: event.isAble, at: clock() })
  })
  return {
    all() {
      for (const [id, { at }] of known) if (clock() - at > FRESH_MS) known.delete(id)
      return [...known.values()]
    },
    stop: () => subscription.unsubscribe(),
  }
}

/** How long something has to be missing before the clients are sent to another gateway. */
const ASIDE_AFTER_MS = 5_000
/** By then another one has found out, and told, if it is missing for all. */
const FOUND_OUT_MS = 3_500

/** Whether this gateway has long lacked something that another one has. */
export const isLackedAlone = (failingForMs: number, others: readonly OtherGateway[], now: number): boolean =>
  failingForMs >= ASIDE_AFTER_MS && others.some(({ isAble, at }) => isAble && now - at < failingForMs - FOUND_OUT_MS)
