import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

export interface ProxiedFrame {
  /** `down` to the client, `up` to the server. */
  readonly direction: 'down' | 'up'
  /** Number of its connection, from 1. */
  readonly connection: number
  /** Its number in its direction of that connection, from 1. */
  readonly number: number
  readonly text: string
}

/** What becomes of one frame. */
export type FrameFault =
  | 'pass'
  | 'drop'
  | 'duplicate'
  /** Sent after the next frame of its direction. */
  | 'swap'
  /** Sent when `release` is called. */
  | 'hold'
  /** Sent as fragments of one character each. */
  | 'split'
  /** Its first half is sent, then the connection ends without a closing handshake. */
  | 'cut'
  | { readonly altered: string }

export interface FrameProxy extends AsyncDisposable {
  /** Address without a path. */
  readonly url: string
  readonly port: number
  /** Decides what becomes of each later frame; everything passes at first. */
  setFault(decide: (frame: ProxiedFrame) => FrameFault): void
  /** Sends the frames that were held, in order. */
  release(): void
  /** Ends every connection without a closing handshake. */
  cutAll(): void
  /** Number of connections accepted so far. */
  readonly connections: () => number
}

/** One direction of one connection. */
function createLane(send: (text: string, fin?: boolean) => void, cut: (text: string) => void) {
  let swapped: string | undefined
  const held: string[] = []
  function apply(text: string, fault: FrameFault): void {
    if (typeof fault === 'object') send(fault.altered)
    else if (fault === 'hold') held.push(text)
    else if (fault === 'cut') cut(text)
    else if (fault === 'split') {
      for (let at = 0; at < text.length; at += 1) send(text.charAt(at), at === text.length - 1)
    } else if (fault === 'duplicate') {
      send(text)
      send(text)
    } else if (fault !== 'drop') send(text)
  }
  return {
    receive(text: string, fault: FrameFault): void {
      if (fault === 'swap' && swapped === undefined) {
        swapped = text
        return
      }
      apply(text, fault)
      if (swapped !== undefined) send(swapped)
      swapped = undefined
    },
    release(): void {
      for (const text of held.splice(0)) send(text)
    },
  }
}

/** A text frame of a server, as bytes. */
function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from(header), payload])
}

/** Codes that an endpoint may send; the others say that there was no closing handshake. */
const isSendable = (code: number): boolean =>
  code === 1000 || (code >= 1001 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000

/** A WebSocket proxy in front of a local port, for faults of single frames. Closing handshakes pass. */
export async function startFrameProxy(targetPort: number): Promise<FrameProxy> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let decide: (frame: ProxiedFrame) => FrameFault = () => 'pass'
  let connections = 0
  const lanes = new Set<ReturnType<typeof createLane>>()
  const sockets = new Set<Socket>()

  function forward(from: WebSocket, to: WebSocket, socket: Socket, connection: number, direction: 'down' | 'up'): void {
    let number = 0
    const early: (() => void)[] = []
    const whenOpen = (action: () => void) => (to.readyState === WebSocket.CONNECTING ? early.push(action) : action())
    to.once('open', () => early.splice(0).forEach((action) => action()))
    const lane = createLane(
      (text, fin = true) => whenOpen(() => to.send(text, { fin })),
      (text) => {
        const bytes = serverFrame(text)
        socket.write(bytes.subarray(0, bytes.length >> 1), () => socket.destroy())
      },
    )
    lanes.add(lane)
    from.on('message', (data: Buffer) => {
      number += 1
      const text = data.toString()
      lane.receive(text, decide({ direction, connection, number, text }))
    })
    from.on('error', () => to.terminate())
    from.on('close', (code, reason) => {
      lanes.delete(lane)
      if (isSendable(code)) whenOpen(() => to.close(code, reason))
      else to.terminate()
    })
  }

  server.on('connection', (client, request) => {
    connections += 1
    const { socket, url = '', headers } = request
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const upstream = new WebSocket(`ws://127.0.0.1:${targetPort}${url}`, {
      perMessageDeflate: false,
      ...(headers.origin !== undefined && { origin: headers.origin }),
    })
    forward(upstream, client, socket, connections, 'down')
    forward(client, upstream, socket, connections, 'up')
  })

  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    setFault: (next) => {
      decide = next
    },
    release: () => lanes.forEach((lane) => lane.release()),
    cutAll,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      cutAll()
      await new Promise((done) => server.close(done))
    },
  }
}
