import { WebSocket } from 'ws'
import { CONNECTION } from '#contract/limits.ts'

/** Few enough at once for the check of their tokens. */
const AT_ONCE = 50
/** A busy machine may miss the time of a handshake, as a client on a bad network may, which connects again. */
const ATTEMPTS = 5
/** Sockets from one loopback address: far below the number of its ephemeral ports. */
const PER_ADDRESS = 1_000

export interface Places {
  /** Addresses of the sockets' servers, which get them in turn. */
  readonly targets: readonly string[]
  /** Tokens that sockets get in order, `perToken` of them each; none for a server that wants none. */
  readonly tokens: readonly string[]
  readonly perToken: number
  readonly count: number
}

const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

function open(index: number, places: Places, onMessage: (text: string) => void): Promise<WebSocket> {
  const token = pick(places.tokens, Math.floor(index / places.perToken))
  const localAddress = `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`
  const ws = new WebSocket(`${pick(places.targets, index)}?token=${token}`, {
    localAddress,
    // Compression would be most of what the reading costs.
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  return new Promise((done, failed) => {
    ws.on('error', failed)
    ws.once('close', (code, reason) => failed(new Error(`Socket ${index} was closed: ${code} ${reason.toString()}`)))
    ws.once('message', () => {
      ws.on('message', (data: Buffer) => onMessage(data.toString('latin1')))
      done(ws)
    })
  })
}

async function openAgain(index: number, places: Places, onMessage: (text: string) => void): Promise<WebSocket> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open(index, places, onMessage)
    } catch (error) {
      const isLate = error instanceof Error && error.message.endsWith('server response: 408')
      if (!isLate || attempt === ATTEMPTS) throw error
      console.log(`Socket ${index} was too late with its handshake, and connects again.`)
    }
  }
}

/** Opens sockets from several addresses of this machine; each is passed its own listener. Rejects if one is refused. */
export async function openSockets(places: Places, listenerOf: () => (text: string) => void): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < places.count) {
    const first = sockets.length
    const some = Array.from({ length: Math.min(AT_ONCE, places.count - first) }, (_, n) => first + n)
    sockets.push(...(await Promise.all(some.map((index) => openAgain(index, places, listenerOf())))))
  }
  return sockets
}

/** Sends the heartbeats of all sockets, spread over their interval; returns what ends that. */
export function keepAlive(sockets: readonly WebSocket[]): () => void {
  const EVERY_MS = 100
  const perTurn = Math.ceil((sockets.length * EVERY_MS) / CONNECTION.heartbeatMs)
  let next = 0
  const timer = setInterval(() => {
    for (let sent = 0; sent < perTurn; sent += 1) {
      // A control frame: a sign of life for every server, also the bare one.
      const ws = sockets[next % sockets.length]
      if (ws?.readyState === WebSocket.OPEN) ws.ping()
      next += 1
    }
  }, EVERY_MS)
  return () => clearInterval(timer)
}
