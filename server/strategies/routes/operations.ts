import { STRATEGIES } from '#contract/paths.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import { strategyHealthSchema, strategyMetricsSchema } from '#contract/strategies/activity.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { responses } from './schemas.ts'

/** Health of the service, and metrics of the user's strategies. */
export const operationsRoutes =
  ({ strategies, decisions, evaluator }: StrategyRoutesDeps): Service =>
  async (app) => {
    app.get(STRATEGIES.health, { schema: { response: responses(strategyHealthSchema) } }, () => evaluator.health())

    app.get(STRATEGIES.metrics, { schema: { response: responses(strategyMetricsSchema) } }, async (request) => {
      const own = await strategies.list(principalOf(request).userId)
      const totals = [...(await decisions.totals(own.map(({ id }) => id))).values()]
      const sum = (of: 'BUY' | 'SELL' | 'HOLD' | 'signals') => totals.reduce((total, each) => total + each[of], 0)
      const count = (status: StrategyStatus) => own.filter((each) => each.status === status).length
      return {
        strategies: {
          total: own.length,
          active: count('active'),
          paused: count('paused'),
          stopped: count('stopped'),
          testing: count('testing'),
        },
        decisions: { BUY: sum('BUY'), SELL: sum('SELL'), HOLD: sum('HOLD') },
        signals: sum('signals'),
        evaluator: evaluator.metrics(),
      }
    })
  }
