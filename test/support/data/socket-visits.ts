import fc from 'fast-check'
import { clientMessageSchema } from '#contract/client-messages.ts'
import { valueOf } from './arbitrary.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** What is sent as the token of a socket. */
export const TOKENS = [
  'ticket',
  'access token',
  'API token',
  'ticket of the other socket',
  'ticket of another origin',
  'used ticket',
  'API token without the scope',
  'rubbish',
  'too long',
  'twice',
  'empty',
  'none',
] as const
export const GOOD_TOKENS: readonly (typeof TOKENS)[number][] = ['ticket', 'access token', 'API token']

const hostile = fc.constantFrom(...HOSTILE_TEXTS)
const good = fc.constantFrom(...GOOD_TOKENS)
const ownFirst = <T>(own: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: other })

/** How a socket is asked for: as a client of ours would most of the time. */
const handshake = fc.record({
  socket: fc.constantFrom('tdp', 'analytics'),
  isElsewhere: ownFirst(false, fc.constant(true)),
  token: fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...TOKENS) }),
  origin: ownFirst('own', fc.constantFrom('foreign', 'none')),
  hasCookie: ownFirst(false, fc.constant(true)),
  batch: fc.constantFrom(undefined, '1', '1', '0', 'true'),
  connectionId: fc.option(fc.oneof(fc.uuid(), fc.constant('last'), hostile, fc.string()), { nil: undefined }),
  pairs: fc.option(fc.oneof(fc.constantFrom('BTCUSD', 'ETHUSD,BTCUSD', 'ALL'), hostile, fc.string()), {
    nil: undefined,
  }),
  timeframe: fc.option(fc.oneof(fc.constantFrom('1m', '1h', 'H4', '1d'), hostile), { nil: undefined }),
})

/** A message as its schema allows, now and then with one field replaced or left out. */
const message = fc.record({
  fields: valueOf(clientMessageSchema) as fc.Arbitrary<Readonly<Record<string, unknown>>>,
  isOwn: ownFirst(true, fc.constant(false)),
  /** Resume from where an earlier socket was, Subscribe for what there is. */
  isReal: fc.boolean(),
  change: fc.option(
    fc.record({
      at: fc.constantFrom('type', 'timestamp', 'connection_id', 'epoch', 'last_ids', 'pairs', 'timeframe', 'more'),
      by: fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostile, fc.constant(undefined)),
    }),
    { freq: 3 },
  ),
})

const frame = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('message' as const), message }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      text: fc.oneof(hostile, fc.json(), fc.constantFrom('', '[]', 'null', '{"__proto__":{}}', '['.repeat(30_000))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('binary' as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  },
  fc.constantFrom({ kind: 'ping' as const }, { kind: 'pong' as const }),
)

/** What a visit ends with: the close codes that a client can cause. */
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant('leave' as const) },
  { weight: 4, arbitrary: fc.constantFrom('too big', 'not UTF-8', 'bad frames', 'replaced') },
)

/** A socket from its handshake to its end. The frames stay below the limits of rate. */
export const socketVisit = fc.record({ handshake, frames: fc.array(frame, { maxLength: 15 }), ending })
export type SocketVisit = typeof socketVisit extends fc.Arbitrary<infer T> ? T : never
export type SentFrame = SocketVisit['frames'][number]
