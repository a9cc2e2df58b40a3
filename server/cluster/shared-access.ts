import { Subscription } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { Gateway } from '#server/gateway/gateway.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Sweeps } from './sweeps.ts'

export interface SharedAccessDeps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly identity: Pick<Identity, 'sessionEnded$' | 'tokensRenewed$' | 'findEndedAccess' | 'faultInjection'>
  readonly gateway: Pick<Gateway, 'endAccess' | 'sessions'>
  readonly sweeps: Pick<Sweeps, 'add'>
}

/** Closes the sockets of sessions that ended at another process, whose tokens were replaced there, and of revoked API tokens. */
export function shareAccess({ bus, identity, gateway, sweeps }: SharedAccessDeps): Subscription {
  const onEnded = ({ sessionId, reason }: { readonly sessionId: string; readonly reason: string }) => {
    identity.faultInjection.stop(sessionId)
    gateway.endAccess({ sessionId, code: CLOSE.sessionEnded, reason })
  }
  const onRenewed = ({ sessionId }: { readonly sessionId: string }) =>
    gateway.endAccess({ sessionId, code: CLOSE.token, reason: 'Access token renewed' })

  sweeps.add(async () => {
    const { ended, renewed } = await identity.findEndedAccess(gateway.sessions())
    ended.forEach(onEnded)
    renewed.forEach(onRenewed)
  })
  const subscription = new Subscription()
  subscription.add(
    identity.sessionEnded$.subscribe((ended) => {
      // Every process sees by itself what has expired.
      if (ended.reason !== 'expired') bus.publish({ kind: 'session-ended', ...ended })
    }),
  )
  subscription.add(
    identity.tokensRenewed$.subscribe(({ sessionId }) => bus.publish({ kind: 'tokens-renewed', sessionId })),
  )
  subscription.add(
    bus.events$.subscribe((event) => {
      if (event.kind === 'session-ended') onEnded(event)
      if (event.kind === 'tokens-renewed') onRenewed(event)
    }),
  )
  return subscription
}
