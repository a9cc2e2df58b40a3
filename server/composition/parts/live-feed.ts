import fp from 'fastify-plugin'
import type { LiveFeed } from '../adapters/live-feed.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What sockets, health and the stream-proxy need of the live pipeline. */
    readonly liveFeed: LiveFeed
  }
}

/** The live pipeline of this process. */
export const liveFeedPart = fp<Composition>(async (app) => void app.decorate('liveFeed', app.live), {
  name: 'live-feed',
  dependencies: ['live-data'],
})
