import { Subscription } from 'rxjs'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Sweeps } from './sweeps.ts'

export interface SharedFaultsDeps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly faultInjection: Pick<Identity['faultInjection'], 'news$' | 'apply' | 'announce'>
  readonly sweeps: Pick<Sweeps, 'add'>
}

/** Injects the faults of a session wherever it is served. They are in no database, so each process repeats its own. */
export function shareFaults({ bus, faultInjection, sweeps }: SharedFaultsDeps): Subscription {
  sweeps.add(() => faultInjection.announce())
  const subscription = new Subscription()
  subscription.add(faultInjection.news$.subscribe((news) => bus.publish(news)))
  subscription.add(
    bus.events$.subscribe((event) => {
      if (event.kind === 'fault-started' || event.kind === 'fault-stopped') faultInjection.apply(event)
    }),
  )
  return subscription
}
