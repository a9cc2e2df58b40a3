import { Subscription } from 'rxjs'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { Models } from '#server/models/models.ts'
import type { Strategies } from '#server/strategies/strategies.ts'
import type { Sweeps } from './sweeps.ts'

interface Deps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly sweeps: Pick<Sweeps, 'add'>
  readonly report: (error: unknown) => void
}

export interface SharedStrategiesDeps extends Deps {
  readonly strategies: Pick<Strategies, 'changed$'> & {
    readonly evaluator: Pick<Strategies['evaluator'], 'refresh' | 'refreshAll'>
  }
}

/** Runs strategies as they were changed at another process. */
export function shareStrategies({ bus, strategies, sweeps, report }: SharedStrategiesDeps): Subscription {
  const { changed$, evaluator } = strategies
  sweeps.add(() => evaluator.refreshAll())
  const subscription = new Subscription()
  subscription.add(changed$.subscribe((strategyId) => bus.publish({ kind: 'strategy-changed', strategyId })))
  subscription.add(
    bus.events$.subscribe((event) => {
      if (event.kind === 'strategy-changed') evaluator.refresh(event.strategyId).catch(report)
    }),
  )
  return subscription
}

export interface SharedModelsDeps extends Deps {
  readonly models: Pick<Models, 'changed$' | 'refresh'>
}

/** Scores with the models that were activated at another process. */
export function shareModels({ bus, models, sweeps, report }: SharedModelsDeps): Subscription {
  sweeps.add(() => models.refresh())
  const subscription = new Subscription()
  subscription.add(models.changed$.subscribe(() => bus.publish({ kind: 'models-changed' })))
  subscription.add(
    bus.events$.subscribe((event) => {
      if (event.kind === 'models-changed') models.refresh().catch(report)
    }),
  )
  return subscription
}
