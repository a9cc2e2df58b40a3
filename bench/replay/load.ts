// Load on a replaying server, as a process of its own: sockets that read everything, and calls in a loop per connection.
// Prints a line of JSON with what it measured when its standard input ends.
import { WebSocket } from 'ws'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { percentile } from '../figures.ts'

const [address = '', token = '', sockets = '20', callers = '8'] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}` }
const durations: number[] = []
let messages = 0
const ended = new AbortController()
process.stdin.on('end', () => ended.abort()).resume()

async function call(): Promise<void> {
  while (!ended.signal.aborted) {
    const startedAt = performance.now()
    await fetch(`${address}${DEFAULT_BASES.identity}${AUTH.me.path}`, { headers }).then((reply) => reply.text())
    durations.push(performance.now() - startedAt)
  }
}

const paths = Object.values(SOCKET_PATHS)
const open = Array.from({ length: Number(sockets) }, (_, index) => {
  const path = paths[index % paths.length] ?? ''
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}?token=${token}&batch=1`)
  return socket.on('message', () => (messages += 1)).on('error', () => undefined)
})
await Promise.all(Array.from({ length: Number(callers) }, call))
for (const socket of open) socket.terminate()
durations.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    calls: durations.length,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    longest: durations.at(-1),
    messages,
  }),
)
