import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLifecycle } from '#server/composition/lifecycle.ts'
import { GATEWAY_PARTS } from '#server/composition/parts/gateway-parts.ts'
import { PARTS } from '#server/composition/parts/parts.ts'
import { createComposition } from '#server/composition/start.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'

/** What fastify-plugin records of a part. */
const declared = z.object({ name: z.string(), dependencies: z._default(z.array(z.string()), []) })
const declaredBy = (part: object) => declared.parse(Reflect.get(part, Symbol.for('plugin-meta')))
const composition = createComposition(
  parseSettings({ PAIRBOT_MARKET: 'simulated', PAIRBOT_DATA_DIR: '/nowhere' }),
  { logger: createLogger('silent'), clientRoot: undefined },
  createLifecycle(),
)

describe.each([
  { of: 'a server', PARTS, last: 'start' },
  { of: 'a gateway', PARTS: GATEWAY_PARTS, last: 'agreement' },
])('the parts of $of', ({ PARTS: all, last }) => {
  const parts = all.map((part) => ({ part, ...declaredBy(part) }))

  it('are listed after the parts they depend on', () => {
    for (const [index, { name, dependencies }] of parts.entries()) {
      const earlier = new Set(parts.slice(0, index).map((part) => part.name))
      expect([name, dependencies.filter((dependency) => !earlier.has(dependency))]).toEqual([name, []])
    }
  })

  const orders = parts.flatMap(({ part, name, dependencies }) =>
    dependencies.map((missing) => ({ part, name, missing })),
  )
  it.each(orders)('abort the start if $name is registered before $missing', async ({ part, name, missing }) => {
    const app = Fastify()
    for (const other of parts) {
      if (other.name !== name && other.name !== missing) app.register(fp(async () => {}, { name: other.name }))
    }
    app.register(part, composition)

    await expect(app.ready()).rejects.toThrow(`The dependency '${missing}' of plugin '${name}' is not registered`)
  })

  it('abort the start in the reverse order', async () => {
    const app = Fastify()
    for (const part of all.toReversed()) app.register(part, composition)

    await expect(app.ready()).rejects.toThrow(`of plugin '${last}' is not registered`)
  })
})

describe('a gateway', () => {
  it('[RL-13] has no part of a market, nor anything that works with one', () => {
    const names = GATEWAY_PARTS.map((part) => declaredBy(part).name)
    for (const name of ['live-data', 'strategies', 'backtests', 'candle-imports', 'score-card', 'models', 'start'])
      expect(names).not.toContain(name)
  })
})
