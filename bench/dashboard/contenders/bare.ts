import { SOCKET_PATHS } from '#contract/paths.ts'

// The minimum: every message parsed, and the newest of each kind stored.
interface Message {
  readonly type: string
}
const newest = new Map<string, Message>()

function take({ data }: MessageEvent<string>): void {
  const parsed: Message | readonly Message[] = JSON.parse(data)
  for (const message of [parsed].flat()) newest.set(message.type, message)
}

for (const path of Object.values(SOCKET_PATHS)) {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')))
  socket.addEventListener('message', take)
}
