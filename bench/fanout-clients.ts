// Clients of the fan-out benchmark: bare TCP sockets in a process of their own that count bytes, so that they cost the same for every server.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { constants, deflateRawSync } from 'node:zlib'
import { monotonicMs, percentile } from './figures.ts'

/** Received by one client since the last reset. */
interface Counted {
  bytes: number
  rounds: number
}

/** The clients of one server. */
interface Crowd {
  readonly clients: Counted[]
  roundBytes: number
  arrived: number[]
  /** Arrivals per round, while latency is measured. */
  times: number[][] | undefined
}

/** A client's message after connecting, by kind of frame. */
export type InitialMessage = 'nothing' | 'plain' | 'deflated'

export type ClientsCommand =
  | {
      readonly do: 'connect'
      readonly to: string
      readonly port: number
      readonly count: number
      readonly path: string
      readonly initial: InitialMessage
      /** Part of the last message sent on connecting. */
      readonly until: string
    }
  | { readonly do: 'reset'; readonly to: string; readonly roundBytes: number; readonly keepTimes: boolean }
  | { readonly do: 'latencies'; readonly to: string; readonly sentAt: readonly number[] }

export type ClientsReply =
  | { readonly ready: true }
  | { readonly round: number }
  | { readonly p50: number; readonly p99: number }

type Connect = Extract<ClientsCommand, { do: 'connect' }>

const reply = (value: ClientsReply) => process.send?.(value)
const crowds = new Map<string, Crowd>()

function crowdOf(to: string): Crowd {
  const crowd = crowds.get(to) ?? { clients: [], roundBytes: Infinity, arrived: [], times: undefined }
  crowds.set(to, crowd)
  return crowd
}

function count(crowd: Crowd, client: Counted, length: number) {
  client.bytes += length
  while (client.bytes >= (client.rounds + 1) * crowd.roundBytes) {
    const round = client.rounds++
    if (crowd.times) {
      const times = (crowd.times[round] ??= [])
      times.push(monotonicMs())
      continue
    }
    crowd.arrived[round] = (crowd.arrived[round] ?? 0) + 1
    if (crowd.arrived[round] === crowd.clients.length) reply({ round })
  }
}

/** As browsers offer it. */
const OFFER = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n'
const DEFLATE = { finishFlush: constants.Z_SYNC_FLUSH }
/** The trailing bytes of a sync flush, which are not sent. */
const FLUSH_TAIL_BYTES = 4

/** A heartbeat in a frame masked with zeros, as clients send them regularly. */
function heartbeat(connectionId: string, initial: InitialMessage): Buffer {
  const text = Buffer.from(JSON.stringify({ type: 'Heartbeat', timestamp: 1, connection_id: connectionId }))
  const payload = initial === 'deflated' ? deflateRawSync(text, DEFLATE).subarray(0, -FLUSH_TAIL_BYTES) : text
  return Buffer.concat([
    Buffer.from([initial === 'deflated' ? 0xc1 : 0x81, 0x80 | payload.length, 0, 0, 0, 0]),
    payload,
  ])
}

const upgradeTo = (path: string, initial: InitialMessage) =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${initial === 'deflated' ? OFFER : ''}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

/** Resolves after all messages sent on connecting, so that only later ones are counted. */
function connectOne(crowd: Crowd, { port, path, initial, until }: Connect): Promise<void> {
  return new Promise((done, failed) => {
    const connectionId = randomUUID()
    const address = path.replace('ID', connectionId)
    const socket = connect(port, '127.0.0.1', () => socket.write(upgradeTo(address, initial)))
    const client: Counted = { bytes: 0, rounds: 0 }
    let received = ''
    function onBeginning(data: Buffer) {
      if (received === '' && initial !== 'nothing') socket.write(heartbeat(connectionId, initial))
      received += data.toString('latin1')
      if (!received.includes(until)) return
      crowd.clients.push(client)
      socket.off('data', onBeginning)
      socket.on('data', (later) => count(crowd, client, later.length))
      done()
    }
    socket.on('data', onBeginning)
    socket.on('error', failed)
  })
}

async function run(command: ClientsCommand) {
  const crowd = crowdOf(command.to)
  if (command.do === 'connect') {
    for (let left = command.count; left > 0; left -= 50) {
      await Promise.all(Array.from({ length: Math.min(50, left) }, () => connectOne(crowd, command)))
    }
    reply({ ready: true })
  } else if (command.do === 'reset') {
    crowd.roundBytes = command.roundBytes
    crowd.times = command.keepTimes ? [] : undefined
    crowd.arrived = []
    for (const client of crowd.clients) {
      client.bytes = 0
      client.rounds = 0
    }
    reply({ ready: true })
  } else {
    const times = crowd.times ?? []
    const late = times.flatMap((round, index) => round.map((time) => time - (command.sentAt[index] ?? NaN)))
    late.sort((a, b) => a - b)
    reply({ p50: percentile(late, 0.5), p99: percentile(late, 0.99) })
  }
}

process.on('message', (command: ClientsCommand) => void run(command))
