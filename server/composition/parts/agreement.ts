import fp from 'fastify-plugin'
import { shareFaults } from '../adapters/shared-faults.ts'
import { shareAccess } from '../adapters/shared-access.ts'
import type { Composition } from './composition.ts'

/** Ends sockets and injects faults as other processes say, and notifies them. Without others there is nothing to do. */
export const agreementPart = fp<Composition>(
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
