import type { FastifyRequest } from 'fastify'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { principalOf } from '#server/http/guard.ts'
import type { Evaluator } from '../live/evaluator.ts'
import type { Actor, StreamsPort } from '../ports.ts'
import type { DecisionStore } from '../store/decisions.ts'
import type { ShareStore } from '../store/shares.ts'
import type { StrategyStore } from '../store/strategies.ts'
import type { VersionStore } from '../store/versions.ts'

/** Dependencies of the strategy routes. */
export interface StrategyRoutesDeps {
  readonly strategies: StrategyStore
  readonly versions: VersionStore
  readonly shares: ShareStore
  readonly decisions: DecisionStore
  readonly evaluator: Evaluator
  /** Call after every change of a strategy; resolves when it runs as it is stored. */
  readonly changed: (strategyId: string) => Promise<void>
  readonly streams: Pick<StreamsPort, 'prices'>
}

/** Who sends a request, for the audit log. */
export const actorOf = (request: FastifyRequest): Actor => ({
  userId: principalOf(request).userId,
  ipAddress: request.ip,
})

/** Defaults to dollars: the wizard asks for dollars without naming them. */
export const withUnit = (definition: CustomStrategy): CustomStrategy => ({
  ...definition,
  risk_parameters: { max_position_unit: 'usd', ...definition.risk_parameters },
})
