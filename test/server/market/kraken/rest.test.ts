import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asyncScheduler } from 'rxjs'
import { expect, it } from 'vitest'
import { createKrakenRest } from '#server/market/kraken/rest.ts'

it('[MK-64] a redirect is an error, and its target is not requested', async () => {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const rest = createKrakenRest(`http://127.0.0.1:${port}`, { scheduler: asyncScheduler })

  await expect(rest.ping()).rejects.toThrow()
  expect(requested).toHaveLength(1)
  expect(requested[0]).toContain('/0/public')
  server.close()
})
