import { Observable } from 'rxjs'
import { WebSocket, type RawData } from 'ws'
import { errorMessage } from '../backoff.ts'

const HANDSHAKE_MS = 10_000
const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** An event of an open connection. */
export type SocketEvent =
  | { readonly kind: 'open'; readonly send: (text: string) => void }
  | { readonly kind: 'frame'; readonly text: string }

/** One connection: opens on subscribe, terminates on unsubscribe. Errors with the reason when it ends. */
export const connectSocket = (url: string): Observable<SocketEvent> =>
  new Observable((subscriber) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    })
    let failure: string | undefined
    socket.on('open', () => subscriber.next({ kind: 'open', send: (text) => socket.send(text) }))
    socket.on('message', (data) => subscriber.next({ kind: 'frame', text: textOf(data) }))
    // Always followed by `close`. It can also fire after an unsubscribe, and then still needs a listener.
    socket.on('error', (error) => {
      failure = errorMessage(error)
    })
    socket.on('close', (code, reason) => {
      subscriber.error(
        new Error(failure ?? `closed with code ${code}${reason.length > 0 ? ` (${reason.toString()})` : ''}`),
      )
    })
    return () => socket.terminate()
  })

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString()
}
