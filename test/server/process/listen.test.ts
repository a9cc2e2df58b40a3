import { hostname } from 'node:os'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { internalAddress, listen } from '#server/process/listen.ts'
import { SettingsError } from '#server/settings.ts'

describe('[OP-2] listening', () => {
  it('on a port in use is refused by name, and the first server continues', async () => {
    const [first, second] = [Fastify(), Fastify()]
    try {
      const { port } = new URL(await listen(first, { port: 0, host: '127.0.0.1' }))
      const refused = listen(second, { port: Number(port), host: '127.0.0.1' })
      await expect(refused).rejects.toThrow(
        new SettingsError(`PORT: ${port} on 127.0.0.1 is in use by another process`),
      )
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })

  it('on an address of another machine is refused by name', async () => {
    const app = Fastify()
    const refused = listen(app, { port: 0, host: '203.0.113.9' })
    await expect(refused).rejects.toThrow(new SettingsError('HOST: 203.0.113.9 is not an address of this machine'))
    await app.close()
  })

  const failing = (reason: unknown) => Object.assign(Fastify(), { listen: () => Promise.reject(reason) })
  const at = { port: 80, host: 'pairbot.test' }

  it.each([
    ['EACCES', 'PORT: 80 requires more privileges'],
    ['ENOTFOUND', 'HOST: pairbot.test cannot be resolved'],
    ['EAI_AGAIN', 'HOST: pairbot.test cannot be resolved (temporary DNS failure)'],
  ])('%s has a message for the operator, and its cause', async (code, message) => {
    const cause = Object.assign(new Error('of the system'), { code })
    const refused = listen(failing(cause), at)
    await expect(refused).rejects.toThrow(new SettingsError(message))
    await expect(refused).rejects.toMatchObject({ cause })
  })

  it.each([new Error('boom'), Object.assign(new Error('boom'), { code: 'EPIPE' }), { code: 'EACCES' }])(
    'another failure stays as it is: %j',
    async (error) => {
      await expect(listen(failing(error), at)).rejects.toBe(error)
    },
  )
})

describe('the address for other processes', () => {
  it.each([
    [undefined, 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [undefined, 'http://0.0.0.0:8080', `http://${hostname().toLowerCase()}:8080`],
    [undefined, 'http://[::]:8080', `http://${hostname().toLowerCase()}:8080`],
    ['http://worker-1.internal:81/', 'http://0.0.0.0:8080', 'http://worker-1.internal:81'],
  ])(
    '[LD-23] is that of the settings (%s), or else the one it listens on (%s): %s',
    (internalUrl, address, expected) => {
      expect(internalAddress({ internalUrl }, address)).toBe(expected)
    },
  )
})
