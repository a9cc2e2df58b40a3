import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLifecycle } from '#server/composition/lifecycle.ts'
import { createComposition, PARTS } from '#server/composition/start.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'

/** What fastify-plugin records of a part. */
const declared = z.object({ name: z.string(), dependencies: z._default(z.array(z.string()), []) })
const parts = PARTS.map((part) => ({ part, ...declared.parse(Reflect.get(part, Symbol.for('plugin-meta'))) }))
const composition = createComposition(
  parseSettings({ PAIRBOT_MARKET: 'simulated', PAIRBOT_DATA_DIR: '/nowhere' }),
  { logger: createLogger('silent'), clientRoot: undefined },
  createLifecycle(),
)

describe('the parts of the server', () => {
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
    for (const part of PARTS.toReversed()) app.register(part, composition)

    await expect(app.ready()).rejects.toThrow("The dependency 'database' of plugin 'start' is not registered")
  })
})
