import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** What the proxy does to traffic from now on. */
export type Fault =
  | 'pass'
  /** New connections are reset, live ones are reset at once. */
  | 'refuse'
  /** New connections are accepted and never answered. */
  | 'swallow'
  /** Bytes to the client vanish; connections stay open. */
  | 'drop-down'
  /** Bytes to the server vanish; connections stay open. */
  | 'drop-up'
  /** Both directions vanish; connections stay open. */
  | 'blackhole'
  /** Both directions wait, and go on with the next fault: the process behind is stopped, not gone. */
  | 'hold'

export interface FaultProxy {
  readonly port: number
  /** Switches the fault. */
  set(fault: Fault): void
  /** Resets every live connection, without refusing new ones. */
  cut(): void
  /** Connections accepted so far, for counting attempts. */
  readonly accepted: () => number
  close(): Promise<void>
}

/**
 * A TCP proxy in front of a port of this machine, for faults that no mock can show.
 * @param onDropped is told at once of what the server sent and the client does not get
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
