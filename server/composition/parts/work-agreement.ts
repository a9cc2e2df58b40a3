import fp from 'fastify-plugin'
import { shareModels, shareStrategies } from '../adapters/shared-changes.ts'
import type { Composition } from './composition.ts'

/** Runs strategies and models as they were changed at other processes, and notifies them. */
export const workAgreementPart = fp<Composition>(
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
