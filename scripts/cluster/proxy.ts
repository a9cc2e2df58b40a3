import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import * as SERVICE from '#contract/endpoints/service.ts'

/** A proxy that spreads requests and sockets over those of its targets that are ready. For trying and tests, not for the Internet. */
export interface Proxy {
  readonly address: string
  /** Ports that get requests now. */
  ready(): readonly number[]
  /** Sockets that are open at a port; of one path, if given. */
  sockets(port: number, path?: string): number
  close(): Promise<void>
}

const LOOK_MS = 500
const RESPONSE_MS = 2_000

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${SERVICE.health.path}`, {
    signal: AbortSignal.timeout(RESPONSE_MS),
  })
  await response.body?.cancel()
  return response.ok
}

const forwarded = ({ headers, socket }: IncomingMessage): OutgoingHttpHeaders => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? ''].flat().join(', '),
})

const head = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  )
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}

/** Starts a proxy on a port (0: a free one) before servers on this machine. */
export async function startProxy(port: number, targets: readonly number[]): Promise<Proxy> {
  const ready = new Set(targets)
  const upgraded = new Map<Socket, { readonly target: number; readonly path: string }>()
  let turn = 0
  const socketsAt = (target: number, path?: string) =>
    [...upgraded.values()].filter((each) => each.target === target && (path ?? each.path) === each.path).length

  async function look(): Promise<void> {
    await Promise.all(
      targets.map(async (target) => {
        if (await isReady(target).catch(() => false)) ready.add(target)
        else ready.delete(target)
      }),
    )
  }
  const looking = setInterval(() => void look(), LOOK_MS)

  const next = (): number | undefined => {
    const available = targets.filter((target) => ready.has(target))
    turn += 1
    return available[turn % available.length]
  }

  /** As least_conn of nginx and Caddy; of several the next. */
  function emptiest(): number | undefined {
    const first = next()
    const inTurn = [...targets.slice(targets.indexOf(first ?? 0)), ...targets].filter((target) => ready.has(target))
    return inTurn.toSorted((one, other) => socketsAt(one) - socketsAt(other))[0]
  }

  function serve(incoming: IncomingMessage, response: ServerResponse): void {
    const target = next()
    const { method, url: path } = incoming
    const refuse = () => {
      if (response.headersSent) return void response.destroy()
      response.writeHead(502, { 'content-type': 'text/plain', 'retry-after': '1' }).end('No gateway is ready\n')
    }
    if (target === undefined) return refuse()
    const outgoing = request(
      { host: '127.0.0.1', port: target, method, path, headers: forwarded(incoming) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    outgoing.on('error', () => {
      // A client that leaves says nothing about the target.
      if (response.destroyed) return
      ready.delete(target)
      refuse()
    })
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
    return undefined
  }

  function upgrade(incoming: IncomingMessage, socket: Socket, first: Buffer): void {
    const target = emptiest()
    socket.on('error', () => socket.destroy())
    if (target === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n')
    const { method, url: path } = incoming
    upgraded.set(socket, { target, path: (path ?? '').replace(/\?.*/, '') })
    socket.on('close', () => upgraded.delete(socket))
    const outgoing = request({ host: '127.0.0.1', port: target, method, path, headers: forwarded(incoming) })
    outgoing.on('upgrade', (answer, upstream: Socket, rest: Buffer) => {
      socket.on('close', () => upstream.destroy())
      upstream.on('close', () => socket.destroy())
      upstream.on('error', () => socket.destroy())
      for (const side of [socket, upstream]) side.setNoDelay(true)
      socket.write(head(answer))
      socket.write(rest)
      upstream.write(first)
      upstream.pipe(socket).pipe(upstream)
    })
    outgoing.on('response', (answer) => {
      socket.write(head(answer))
      answer.pipe(socket)
    })
    outgoing.on('error', () => {
      ready.delete(target)
      socket.destroy()
    })
    outgoing.end()
    return undefined
  }

  const server = createServer(serve).on('upgrade', upgrade).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    ready: () => targets.filter((target) => ready.has(target)),
    sockets: socketsAt,
    async close() {
      clearInterval(looking)
      server.close()
      for (const socket of upgraded.keys()) socket.destroy()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}
