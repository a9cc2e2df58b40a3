import fp from 'fastify-plugin'
import { reportTo } from '../report.ts'
import { shareFaults } from '../adapters/shared-faults.ts'
import { shareAccess } from '../adapters/shared-access.ts'
import { shareModels, shareStrategies } from '../adapters/shared-changes.ts'
import { createSweeps } from '../adapters/sweeps.ts'
import type { Composition } from './composition.ts'

/** Notifies the other processes of what changed here, and follows what changed there. Without others there is nothing to do. */
export const agreementPart = fp<Composition>(
  async ({ bus, database, identity, gateway, strategies, models }, { logger, lifecycle }) => {
    if (!bus.isShared) return
    const report = reportTo(database, logger.warn.bind(logger), 'following the other processes failed')
    const sweeps = createSweeps(bus.connected$, report)
    const stops = [
      shareAccess({ bus, identity, gateway, sweeps }),
      shareFaults({ bus, faultInjection: identity.faultInjection, sweeps }),
      shareStrategies({ bus, strategies, sweeps, report }),
      shareModels({ bus, models, sweeps, report }),
      sweeps.start(),
    ]
    lifecycle.add('agreement', () => {
      for (const each of stops) each.unsubscribe()
    })
  },
  { name: 'agreement', dependencies: ['bus', 'identity', 'gateway', 'strategies', 'models'] },
)
