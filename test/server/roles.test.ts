import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLifecycle } from '#server/process/lifecycle.ts'
import { ROLES } from '#server/roles.ts'
import { createServerContext } from '#server/start.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'

/** What fastify-plugin records of a plugin. */
const declared = z.object({ name: z.string(), dependencies: z._default(z.array(z.string()), []) })
const declaredBy = (plugin: object) => declared.parse(Reflect.get(plugin, Symbol.for('plugin-meta')))
const context = createServerContext(
  parseSettings({ PAIRBOT_MARKET: 'simulated', PAIRBOT_DATA_DIR: '/nowhere' }),
  { logger: createLogger('silent'), clientRoot: undefined },
  createLifecycle(),
)

const worker = await ROLES.worker.loadPlugins()
const gateway = await ROLES.gateway.loadPlugins()

describe.each([
  { of: 'a server', all: worker, last: 'start' },
  { of: 'a gateway', all: gateway, last: 'other-gateways' },
])('the plugins of $of', ({ all, last }) => {
  const plugins = all.map((plugin) => ({ plugin, ...declaredBy(plugin) }))

  it('are listed after the plugins they depend on', () => {
    for (const [index, { name, dependencies }] of plugins.entries()) {
      const earlier = new Set(plugins.slice(0, index).map((plugin) => plugin.name))
      expect([name, dependencies.filter((dependency) => !earlier.has(dependency))]).toEqual([name, []])
    }
  })

  const orders = plugins.flatMap(({ plugin, name, dependencies }) =>
    dependencies.map((missing) => ({ plugin, name, missing })),
  )
  it.each(orders)('abort the start if $name is registered before $missing', async ({ plugin, name, missing }) => {
    const app = Fastify()
    for (const other of plugins) {
      if (other.name !== name && other.name !== missing) app.register(fp(async () => {}, { name: other.name }))
    }
    app.register(plugin, context)

    await expect(app.ready()).rejects.toThrow(`The dependency '${missing}' of plugin '${name}' is not registered`)
  })

  it('abort the start in the reverse order', async () => {
    const app = Fastify()
    for (const plugin of all.toReversed()) app.register(plugin, context)

    await expect(app.ready()).rejects.toThrow(`of plugin '${last}' is not registered`)
  })
})

describe('a gateway', () => {
  it('[RL-13] has no plugin of a market, nor anything that works with one', () => {
    const names = gateway.map((plugin) => declaredBy(plugin).name)
    for (const name of ['live-data', 'strategies', 'backtests', 'candle-imports', 'score-card', 'models', 'start'])
      expect(names).not.toContain(name)
  })
})
