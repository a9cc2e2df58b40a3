import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { RelayEvent } from '#server/cluster/relay/ports.ts'
import { createRelayReader } from '#server/cluster/relay/reader.ts'
import { createRelayWriter, type RelayWriter } from '#server/cluster/relay/writer.ts'
import { createConnection } from '#server/streams/redis/connection.ts'
import { relayedCandle } from './relay.ts'

export const STREAM = 'btc'

interface Led {
  readonly market?: MarketKind
  readonly pairs?: readonly PairId[]
}

export function leader(url: string, term: number, { market = 'simulated', pairs = ['BTCUSD'] }: Led = {}) {
  const state = { isReplaced: false }
  const epoch = `e${term}`
  const writer = createRelayWriter({
    connection: createConnection({ url, role: 'relay', random: Math.random, onRefused: () => undefined }),
    epoch,
    scope: { market, pairs: [...pairs] },
    term: () => Promise.resolve(term),
    random: Math.random,
    onReplaced: () => (state.isReplaced = true),
  })
  return { writer, state, epoch, [Symbol.asyncDispose]: () => writer.close() }
}

export const publish = (writer: RelayWriter, seq: number, closed = true, stream = STREAM) =>
  writer.publish({
    stream,
    kind: closed ? 'closed' : 'newest',
    message: relayedCandle({ id: `1-${seq}`, seq, closed }),
  })

export function gateway(url: string) {
  const events: RelayEvent[] = []
  const reader = createRelayReader({
    connect: (onRefused) => createConnection({ url, role: 'relay', random: Math.random, onRefused }),
    random: Math.random,
  })
  reader.events$.subscribe((event) => events.push(event))
  const seqs = () => events.flatMap((event) => (event.kind === 'row' ? [seqOf(event.row.text)] : []))
  return {
    reader,
    events,
    seqs,
    /** How often it started over, and with which leaders. */
    starts: () => events.flatMap((event) => (event.kind === 'newest' ? [event.leaders] : [])),
    /** The epochs that began, in their order. */
    begun: () => events.flatMap((event) => (event.kind === 'began' ? [event.epoch] : [])),
    [Symbol.asyncDispose]: () => reader.close(),
  }
}

export const seqOf = (text: string) => Number(/"seq":(\d+)/.exec(text)?.[1])
export const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
export const SOON = { timeout: 15_000 }

/** The newest candle with which it last started over. */
export const newestOf = ({ starts }: ReturnType<typeof gateway>) =>
  seqOf(starts().at(-1)?.[0]?.newest.get(STREAM) ?? '')
