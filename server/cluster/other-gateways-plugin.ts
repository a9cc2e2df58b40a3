import fp from 'fastify-plugin'
import { randomUUID } from 'node:crypto'
import { exhaustMap, from, interval } from 'rxjs'
import * as SERVICE from '#contract/endpoints/service.ts'
import { type Need, watchAbilities } from '#server/cluster/leadership/abilities.ts'
import { ALERT_MS } from '#server/operations/event-loop-monitor.ts'
import { reportTo } from '#server/process/uncaught.ts'
import type { ServerContext } from '../context.ts'
import { ANNOUNCE_MS, followOthers, isLackedAlone } from './gateways/others.ts'
import { createSpread } from './gateways/spread.ts'
import { redisNeed } from './redis-need.ts'

/** What is missing for a shorter time is not worth a word. */
const TOLD_AFTER_MS = 3_000
const LEADER_MS = 1_500
/** Seconds within which a gateway that stands aside closes its sockets. */
const ASIDE_S = 4

/** How this gateway stands beside the others. */
interface Standing {
  /** It lacks what another one has: its clients are sent there. */
  isAside(): boolean
  /** What it lacks, as a sentence; undefined if nothing. */
  problem(): string | undefined
  /** Whether a leader has not responded to this process for some time. */
  isUnreachable(address: string): boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Of a gateway only. */
    readonly standing?: Standing
  }
}

/** The processes that lead; without one nobody lacks it. */
function leadersNeed(addresses: () => readonly string[], unreachable: Set<string>): Need {
  async function probeOne(address: string, signal: AbortSignal): Promise<void> {
    try {
      const response = await fetch(new URL(SERVICE.liveness.path, address), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(LEADER_MS)]),
      })
      await response.body?.cancel()
      unreachable.delete(address)
    } catch (error) {
      unreachable.add(address)
      throw error
    }
  }
  return {
    name: 'The worker',
    probe: async (signal) =>
      void (await Promise.all([...new Set(addresses())].map((address) => probeOne(address, signal)))),
  }
}

function schedule(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

/** Tells the other gateways of this one, sends its clients to them if it alone lacks something, and spreads sockets. */
export const otherGatewaysPlugin = fp<ServerContext>(
  async (app, { settings, lifecycle, logger, market: { random } }) => {
    const { bus, gateway, leaders, readiness } = app
    const clock = () => performance.now()
    const gatewayId = randomUUID()
    const unreachable = new Set<string>()
    const redis = settings.redisUrl === undefined ? [] : [redisNeed(settings.redisUrl, random)]
    const abilities = watchAbilities({
      needs: [...redis, leadersNeed(() => leaders.all(), unreachable)],
      clock,
      after: schedule,
    })
    const others = followOthers(bus.events$, clock)
    const isAside = () => isLackedAlone(abilities.failingForMs(), others.all(), clock())
    const sockets = () => gateway.stats().clients
    const lacks = () => abilities.failingForMs() >= TOLD_AFTER_MS
    app.decorate('standing', {
      isAside,
      problem() {
        if (!lacks()) return undefined
        const what = `${abilities.problem()} does not respond to this process`
        return isAside() ? `${what}, but to another gateway: clients are sent there` : what
      },
      isUnreachable: (address) => lacks() && unreachable.has(address),
    })

    let isCalm = false
    let perSecond = 0
    const spread = createSpread({
      sockets,
      others: () => others.all(),
      isCalm: () => isCalm,
      clock,
      close: gateway.move,
    })
    async function look(): Promise<void> {
      const { status, event_loop: loop } = await readiness()
      isCalm = status !== 'error' && loop.worst_lag_ms < ALERT_MS
      perSecond = isAside() ? Math.max(perSecond, Math.ceil(sockets() / ASIDE_S)) : 0
      if (perSecond > 0) gateway.move(perSecond)
      else if (settings.spreadSockets && !isAside()) spread.tick()
    }
    const report = reportTo(app.database, logger.warn.bind(logger), 'sockets cannot be spread')
    const looking = interval(ANNOUNCE_MS)
      .pipe(exhaustMap(() => from(look().catch(report))))
      .subscribe()
    const announcing = interval(ANNOUNCE_MS).subscribe(() => {
      // What waits for a connection would be old when it arrives, and push out what has to.
      if (bus.state().status !== 'connected') return
      bus.publish({ kind: 'gateway-state', gatewayId, sockets: sockets(), isAble: abilities.problem() === undefined })
    })
    lifecycle.add('other gateways', () => {
      looking.unsubscribe()
      announcing.unsubscribe()
      others.stop()
      abilities.stop()
    })
  },
  { name: 'other-gateways', dependencies: ['bus', 'gateway', 'forwarding', 'operations'] },
)
