import type { Fetch } from '../http/http.ts'
import { takeInvitationCode } from '../session/invitation-code.ts'
import type { PagePorts } from './page.ts'
import type { WebSocketLike } from '../socket/socket.ts'
import type { Channel, TabsPorts } from '../session/tabs.ts'

/** The browser APIs that the client uses. Tests replace them. */
export interface Environment extends PagePorts, Omit<TabsPorts, 'storage'> {
  readonly fetch: Fetch
  /** For upload progress, which `fetch` does not report. */
  readonly newRequest: () => XMLHttpRequest
  readonly storage: () => Storage
  /** Address of this page; socket paths are relative to it. */
  readonly pageUrl: string
  readonly openWebSocket: (url: string) => WebSocketLike
  /** Invitation code that the page was opened with. */
  readonly invitationCode: string | undefined
}

/** Whether passkeys can be used at the address of the page: not on plain http but for localhost, nor at network addresses. */
export const hasPasskeys = ({ window, pageUrl }: Pick<Environment, 'window' | 'pageUrl'>): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(new URL(pageUrl).hostname)

const ID_BYTES = 16

/** Random hex. Unlike this, `crypto.randomUUID` is missing on plain-http pages of other hosts. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A channel to the other tabs; undefined where browsers have none. */
export function openChannel(name: string): Channel | undefined {
  try {
    const channel = new BroadcastChannel(name)
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

/** The real browser. Removes an invitation code from the address bar. */
export const browserEnvironment = (): Environment => ({
  invitationCode: takeInvitationCode({ location, history }),
  fetch: (url, init) => fetch(url, init),
  storage: browserStorage,
  newRequest: () => new XMLHttpRequest(),
  pageUrl: location.href,
  openWebSocket: (url) => new WebSocket(url),
  channel: openChannel('pairbot'),
  onStorage: (listener) => {
    const onEvent = ({ key, newValue }: StorageEvent) => listener(key, newValue)
    window.addEventListener('storage', onEvent)
    return () => window.removeEventListener('storage', onEvent)
  },
  // Absent on plain-http pages of other hosts, despite its type.
  locks: 'locks' in navigator ? navigator.locks : undefined,
  window,
  document,
  now: Date.now,
  newId,
})
