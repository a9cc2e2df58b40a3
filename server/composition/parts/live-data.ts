import { randomUUID } from 'node:crypto'
import fp from 'fastify-plugin'
import { createCandleArchive } from '#server/market/archive.ts'
import { createLiveData, type LiveData } from '../adapters/live-data.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly live: LiveData
  }
}

/** Creates the market, its analysis and the stream log; `start` sets them in motion. */
export const liveDataPart = fp<Composition>(
  async (app, { source: chosen, market, logger }) => {
    const source = await chosen
    const archive = source.kind === 'kraken' ? createCandleArchive(app.database, source.kind) : undefined
    app.decorate('live', createLiveData({ source, archive, epoch: randomUUID(), market, logger }))
  },
  { name: 'live-data', dependencies: ['database'] },
)
