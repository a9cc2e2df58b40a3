import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createActor, waitFor, type ActorOptions } from 'xstate'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import { createConnectionMachine, type ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import { connectionStatus, type ConnectionStatus } from '#src/machines/connection/selectors.ts'
import type { Frame } from '#src/streams/ports.ts'
import { createSocketOpener } from '#src/transport/socket/socket.ts'
import { socketUrl } from '#src/transport/socket/socket-url.ts'
import { anAck } from '../data/messages.ts'

export const portOf = (server: { address: () => AddressInfo | string | null }) => (server.address() as AddressInfo).port

/** A server that runs the script for each client until the end of the test; `count` starts at 0. */
export async function serveSockets(script: (client: WebSocket, url: string, count: number) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let count = 0
  server.on('connection', (client, request) => script(client, request.url ?? '', count++))
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate()
    await new Promise((done) => server.close(done))
  })
  return { server, port: portOf(server) }
}

/** Acknowledges a client. */
export const greet = (client: WebSocket) => client.send(JSON.stringify([anAck()]))

/** A complete connection of the client with real sockets, stopped at the end of the test. */
export function connectTo(port: number, { clock }: { readonly clock?: ActorOptions<never>['clock'] } = {}) {
  const frames: Frame[] = []
  let tokens = 0
  const openSocket = createSocketOpener({
    feed: 'tdp',
    address: () => Promise.resolve(socketUrl(`http://127.0.0.1:${port}/`, '/ws/tdp', `token-${(tokens += 1)}`)),
    create: (url) => new WebSocket(url),
    frames: { next: ({ frame }) => frames.push(frame) },
    now: () => Date.now(),
  })
  const checkSession = vi.fn(() => Promise.resolve('alive' as const))
  const machine = createConnectionMachine({
    openSocket,
    watchPage: () => () => undefined,
    checkSession,
    now: () => Date.now(),
    random: () => 0,
  })
  const input = { feed: 'tdp', maskedUrl: '', isPersistent: true } as const
  const actor = createActor(machine, { input, ...(clock && { clock }) })
  actor.start()
  onTestFinished(() => void actor.stop())
  const until = (status: ConnectionStatus) =>
    waitFor(actor, (snapshot: ConnectionSnapshot) => connectionStatus(snapshot) === status, { timeout: 8_000 })
  return { actor, frames, checkSession, until, ...connectionCommands(actor) }
}
