import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** What the proxy does to traffic. */
export type Fault =
  | 'pass'
  /** Resets new and open connections. */
  | 'refuse'
  /** Accepts new connections and never responds. */
  | 'swallow'
  /** Drops bytes to the client; connections stay open. */
  | 'drop-down'
  /** Drops bytes to the server; connections stay open. */
  | 'drop-up'
  /** Drops bytes in both directions; connections stay open. */
  | 'blackhole'
  /** Pauses both directions until the next fault, as if the server process were suspended. */
  | 'hold'

export interface FaultProxy {
  readonly port: number
  set(fault: Fault): void
  /** Resets every open connection; new ones are accepted. */
  cut(): void
  /** Number of connections accepted so far. */
  readonly accepted: () => number
  close(): Promise<void>
}

/**
 * A TCP proxy in front of a local port, for network faults that mocks cannot simulate.
 * @param onDropped called with server bytes that the client does not receive
 */
export async function startFaultProxy(
  targetPort: number,
  onDropped: (bytes: Buffer) => void = () => {},
): Promise<FaultProxy> {
  let fault: Fault = 'pass'
  let accepted = 0
  const live = new Set<Socket>()

  const cut = () => {
    for (const socket of live) socket.resetAndDestroy()
    live.clear()
  }

  const pipe = (from: Socket, to: Socket, droppedBy: readonly Fault[], onPipeDropped: (bytes: Buffer) => void) => {
    from.on('data', (bytes) => {
      if (droppedBy.includes(fault)) onPipeDropped(bytes)
      else to.write(bytes)
    })
    if (fault === 'hold') from.pause()
    from.on('close', () => {
      live.delete(from)
      to.destroy()
    })
    from.on('error', () => to.destroy())
  }

  const server = createServer((client) => {
    accepted += 1
    if (fault === 'refuse') {
      client.resetAndDestroy()
      return
    }
    live.add(client)
    if (fault === 'swallow') {
      client.on('error', () => live.delete(client))
      return
    }
    const upstream = connect(targetPort, '127.0.0.1')
    live.add(upstream)
    pipe(client, upstream, ['drop-up', 'blackhole'], () => {})
    pipe(upstream, client, ['drop-down', 'blackhole'], onDropped)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      fault = next
      if (next === 'refuse') cut()
      for (const socket of live) {
        if (next === 'hold') socket.pause()
        else socket.resume()
      }
    },
    cut,
    accepted: () => accepted,
    close: () => {
      cut()
      return new Promise((done) => {
        server.close(() => done())
      })
    },
  }
}
