import type { Observable } from 'rxjs'
import type { BusEvent } from '#server/cluster/bus/ports.ts'

/** How often each gateway announces itself to the others. */
export const ANNOUNCE_MS = 1_000
/** One that has been silent for longer is not counted any more. */
const FRESH_MS = 5_000

/** What a gateway has announced of itself. */
export interface OtherGateway {
  readonly sockets: number
  /** Since when it has reached all that its clients need; undefined while it does not. */
  readonly ableSince: number | undefined
  /** When it last announced itself, by the clock of this process. */
  readonly at: number
}

export interface OtherGateways {
  /** Those that have announced themselves lately. */
  all(): readonly OtherGateway[]
  stop(): void
}

/** Follows the announcements of other gateways. `clock` is monotonic, in milliseconds. */
export function followOthers(events$: Observable<BusEvent>, clock: () => number): OtherGateways {
  const known = new Map<string, OtherGateway>()
  const subscription = events$.subscribe((event) => {
    if (event.kind !== 'gateway-state') return
    forgetOld()
    const { gatewayId, sockets, isAble } = event
    const ableSince = isAble ? (known.get(gatewayId)?.ableSince ?? clock()) : undefined
    known.set(gatewayId, { sockets, ableSince, at: clock() })
  })
  function forgetOld() {
    for (const [id, { at }] of known) if (clock() - at > FRESH_MS) known.delete(id)
  }
  return {
    all() {
      forgetOld()
      return [...known.values()]
    },
    stop: () => subscription.unsubscribe(),
  }
}

/** How long something has to be missing here, and to have been there for another one, before the clients are sent to that. */
const ASIDE_AFTER_MS = 5_000
/** By then another one has found out and announced it, if it is missing for all. */
const FOUND_OUT_MS = 3_500

/** Whether this gateway has long lacked something that another one has. */
export const isLackedAlone = (failingForMs: number, others: readonly OtherGateway[], now: number): boolean =>
  failingForMs >= ASIDE_AFTER_MS &&
  others.some(
    // An outage of all ends for each at another moment, as it begins.
    ({ ableSince = now, at }) => now - ableSince >= ASIDE_AFTER_MS && now - at < failingForMs - FOUND_OUT_MS,
  )
