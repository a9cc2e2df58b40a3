import type { Fetch } from './http.ts'
import { takeInvitationCode } from './invitation-code.ts'
import type { PagePorts } from './page.ts'
import type { WebSocketLike } from './socket.ts'
import type { Channel, TabsPorts } from './tabs.ts'

/** The browser, as far as the client touches it. Tests put their own in its place. */
export interface Environment extends PagePorts, Omit<TabsPorts, 'storage'> {
  readonly fetch: Fetch
  /** For what `fetch` cannot do: to tell how far a body has come. */
  readonly newRequest: () => XMLHttpRequest
  readonly storage: () => Storage
  /** Address of this page: paths of sockets are relative to it. */
  readonly pageUrl: string
  readonly openWebSocket: (url: string) => WebSocketLike
  /** The code of the invitation that the page was opened with. */
  readonly invitationCode: string | undefined
}

const CHANNEL = 'pairbot'
const ID_BYTES = 16

/** Random hex. `crypto.randomUUID` is missing on plain-http pages of other machines, this is not. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function openChannel(): Channel | undefined {
  try {
    const channel = new BroadcastChannel(CHANNEL)
    return {
      send: channel.postMessage.bind(channel),
      listen: (listener) => {
        const onMessage = (event: MessageEvent) => listener(event.data)
        channel.addEventListener('message', onMessage)
        return () => channel.removeEventListener('message', onMessage)
      },
    }
  } catch {
    return undefined
  }
}

export const browserStorage = (): Storage => localStorage

/** Takes the code of an invitation out of the address bar. */
export const browserEnvironment = (): Environment => ({
  invitationCode: takeInvitationCode({ location, history }),
  fetch: (url, init) => fetch(url, init),
  storage: browserStorage,
  newRequest: () => new XMLHttpRequest(),
  pageUrl: location.href,
  openWebSocket: (url) => new WebSocket(url),
  channel: openChannel(),
  onStorage: (listener) => {
    const onEvent = ({ key, newValue }: StorageEvent) => listener(key, newValue)
    window.addEventListener('storage', onEvent)
    return () => window.removeEventListener('storage', onEvent)
  },
  // Absent on plain-http pages of other machines, whatever the type says.
  locks: 'locks' in navigator ? navigator.locks : undefined,
  window,
  document,
  now: Date.now,
  newId,
})
