import fp from 'fastify-plugin'
import { concatMap, exhaustMap, from, interval, merge, NEVER, type Observable, Subscription } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { Gateway } from '#server/gateway/gateway.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Models } from '#server/models/models.ts'
import type { Strategies } from '#server/strategies/strategies.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'

/** Changes by other processes are announced on the bus; this often they are also looked up, in case one was lost. */
const SWEEP_MS = 5_000

/** Tasks that find what lost events would have reported. */
interface Sweeps {
  add(task: () => Promise<void> | void): void
  /** Runs all tasks on each connection of the bus, and from time to time. A failed task is tried again by the next sweep. */
  start(): Subscription
}

function createSweeps(
  connected$: Observable<void>,
  report: (error: unknown) => void,
  ticks$: Observable<unknown> = interval(SWEEP_MS),
): Sweeps {
  const tasks: (() => Promise<void> | void)[] = []
  async function attempt(task: () => Promise<void> | void): Promise<void> {
    try {
      await task()
    } catch (error) {
      report(error)
    }
  }
  return {
    add: (task) => void tasks.push(task),
    start: () =>
      merge(connected$, ticks$)
        // A slow sweep must not overlap with the next one.
        .pipe(exhaustMap(() => from([...tasks]).pipe(concatMap(attempt))))
        .subscribe(),
  }
}

interface Deps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly sweeps: Pick<Sweeps, 'add'>
  readonly report: (error: unknown) => void
}

interface SharedStrategiesDeps extends Deps {
  readonly strategies: Pick<Strategies, 'changed$'> & {
    readonly evaluator: Pick<Strategies['evaluator'], 'refresh' | 'refreshAll'>
  }
}

/** Runs strategies as they were changed at another process. */
function shareStrategies({ bus, strategies, sweeps, report }: SharedStrategiesDeps): Subscription {
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

interface SharedModelsDeps extends Deps {
  readonly models: Pick<Models, 'changed$' | 'refresh'>
}

/** Scores with the models that were activated at another process. */
function shareModels({ bus, models, sweeps, report }: SharedModelsDeps): Subscription {
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

interface SharedAccessDeps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly identity: Pick<Identity, 'sessionEnded$' | 'tokensRenewed$' | 'findEndedAccess' | 'faultInjection'>
  readonly gateway: Pick<Gateway, 'endAccess' | 'sessions'>
  readonly sweeps: Pick<Sweeps, 'add'>
}

/** Closes the sockets of sessions that ended at another process, whose tokens were replaced there, and of revoked API tokens. */
function shareAccess({ bus, identity, gateway, sweeps }: SharedAccessDeps): Subscription {
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

interface SharedFaultsDeps {
  readonly bus: Pick<Bus, 'publish' | 'events$'>
  readonly faultInjection: Pick<Identity['faultInjection'], 'news$' | 'apply' | 'announce'>
  readonly sweeps: Pick<Sweeps, 'add'>
}

/** Injects the faults of a session wherever it is served. They are in no database, so each process repeats its own. */
function shareFaults({ bus, faultInjection, sweeps }: SharedFaultsDeps): Subscription {
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

/** The bus of a process that has its database to itself: there are no others to notify. */
export const createInProcessBus = (): Bus => ({
  isShared: false,
  publish: () => undefined,
  events$: NEVER,
  connected$: NEVER,
  state: () => ({ status: 'none', latencyMs: null, reconnects: 0 }),
  close: async () => undefined,
})

declare module 'fastify' {
  interface FastifyInstance {
    readonly bus: Bus
  }
}

/** Notifies the processes on one database of changes: with PostgreSQL. The embedded engine has one process. */
export const busPlugin = fp<ServerContext>(
  async (app, { settings: { databaseUrl }, logger, lifecycle, market: { random } }) => {
    if (databaseUrl === undefined) {
      app.decorate('bus', createInProcessBus())
      return
    }
    // The client is loaded only by those who have a server.
    const { openPostgresqlBus } = await import('#server/cluster/bus/postgresql.ts')
    const bus = openPostgresqlBus(databaseUrl, {
      clock: () => performance.now(),
      random,
      report: reportTo(
        app.database,
        logger.warn.bind(logger),
        'The connection over which the processes notify each other of changes is lost.',
      ),
    })
    bus.connected$.subscribe(() => {
      if (bus.state().reconnects > 0) logger.warn('The connection between the processes is there again.')
    })
    lifecycle.add('bus', () => bus.close())
    app.decorate('bus', bus)
  },
  { name: 'bus', dependencies: ['database'] },
)

/** Ends sockets and injects faults as other processes say, and notifies them. Without others there is nothing to do. */
export const agreementPlugin = fp<ServerContext>(
  async ({ bus, sweeps, identity, gateway }, { lifecycle }) => {
    if (!bus.isShared) return
    const access = shareAccess({ bus, identity, gateway, sweeps })
    const faults = shareFaults({ bus, faultInjection: identity.faultInjection, sweeps })
    lifecycle.add('agreement', () => {
      access.unsubscribe()
      faults.unsubscribe()
    })
  },
  { name: 'agreement', dependencies: ['bus', 'sweeps', 'identity', 'gateway'] },
)

/** Runs strategies and models as they were changed at other processes, and notifies them. */
export const workAgreementPlugin = fp<ServerContext>(
  async ({ bus, sweeps, strategies, models, reportFollowing: report }, { lifecycle }) => {
    if (!bus.isShared) return
    const changedStrategies = shareStrategies({ bus, strategies, sweeps, report })
    const changedModels = shareModels({ bus, models, sweeps, report })
    lifecycle.add('agreement on strategies and models', () => {
      changedStrategies.unsubscribe()
      changedModels.unsubscribe()
    })
  },
  { name: 'work-agreement', dependencies: ['bus', 'sweeps', 'strategies', 'models'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds what lost notifications of other processes would have reported. */
    readonly sweeps: Sweeps
    /** Logs that following the other processes failed. */
    readonly reportFollowing: (error: unknown) => void
  }
}

/** Looks for what other processes changed, once the server is ready. Without others there is nothing to look for. */
export const sweepsPlugin = fp<ServerContext>(
  async (app, { logger, lifecycle }) => {
    const { bus, database } = app
    const report = reportTo(database, logger.warn.bind(logger), 'following the other processes failed')
    const sweeps = createSweeps(bus.connected$, report)
    app.decorate('reportFollowing', report)
    app.decorate('sweeps', sweeps)
    if (!bus.isShared) return
    app.addHook('onReady', async () => {
      const running = sweeps.start()
      lifecycle.add('sweeps', () => running.unsubscribe())
    })
  },
  { name: 'sweeps', dependencies: ['bus', 'database'] },
)
