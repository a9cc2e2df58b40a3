import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { startProxy } from '../../scripts/cluster/proxy.ts'

it('[CL-3] a client that leaves does not take its gateway out of the proxy', async () => {
  const gateway = createServer((request, response) => {
    if (request.url !== '/slow') response.end('here')
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = gateway.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const proxy = await startProxy(0, [port])
  const leaving = new AbortController()
  const arrived = once(gateway, 'request')
  const left = fetch(`${proxy.address}/slow`, { signal: leaving.signal })
  const [, response] = await arrived
  const gone = once(response, 'close')
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  await gone

  expect(proxy.ready()).toEqual([port])
  expect((await fetch(`${proxy.address}/`)).status).toBe(200)
  await proxy.close()
  gateway.closeAllConnections()
  gateway.close()
})
