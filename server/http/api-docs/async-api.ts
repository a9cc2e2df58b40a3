import type * as z from 'zod/mini'
import { clientHeartbeatSchema, resumeSchema, subscribeSchema, type ClientMessage } from '#contract/client-messages.ts'
import { CLOSE } from '#contract/close-codes.ts'
import type { ServerMessageType } from '#contract/messages.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { exampleOf } from './example.ts'
import { payloadSchemas, toWireSchema, WIRE_MESSAGES } from './schemas.ts'
import { jsonSchemaSchema } from './type-text.ts'

const SUMMARIES = {
  ConnectionAck: 'The first message of a connection, which counts as connected from then on',
  Heartbeat: 'The answer to a Heartbeat or, without a connection id, a sign of life on an idle socket',
  LiveUpdate: 'A running or just closed candle',
  MarketOverview: 'Last price and 24-hour statistics of each pair',
  SystemStatus: 'State of the server and its market; its message is discontinuity if a gap cannot be filled',
  AnalyticsUpdate: 'An entry of an analysis stream',
  PaperUpdate:
    'Your own paper account, after connecting and after each change; an API token needs the scope paper:read',
} as const satisfies Record<ServerMessageType, string>
const CLIENT_MESSAGES = {
  Heartbeat: {
    // The server has a Heartbeat, too.
    name: 'ClientHeartbeat',
    summary: 'Sent every heartbeat interval; each is answered',
    schema: clientHeartbeatSchema,
  },
  Resume: {
    name: 'Resume',
    summary: 'Asks for what came after the last message id of each stream',
    schema: resumeSchema,
  },
  Subscribe: {
    name: 'Subscribe',
    summary: 'Selects pairs, and the timeframes of the candles, from now on',
    schema: subscribeSchema,
  },
} as const satisfies Record<ClientMessage['type'], object>

const ABOUT = `Get a ticket for each socket (${SERVICE.docs.path}) and connect within 30 seconds. After a ConnectionAck send a Heartbeat every
heartbeat_interval_ms. The server sends something at least every idle_heartbeat_ms: after three of these without a message it does not respond, so
connect again.

Order: the ConnectionAck is followed by the newest entry of each stream, whether you resume or not. After a reconnect send a Resume with the
last message id of each stream and the epoch. The answer is every entry of these streams after those ids, oldest first, so the newest, which you had
after the ConnectionAck, comes again as the last of its stream; entries published since then follow. So until the answer
is complete an entry may be older than one that you have: keep what comes by its stream and seq, ignore a seq that you have, and report a gap only once
the seq of the newest entry after the ConnectionAck has come again. A SystemStatus with the message discontinuity stands for the answer where what was
missed is not available any more; go on from the newest entries then.

The data of an AnalyticsUpdate wraps the payload of its stream, which the schemas describe by the
category or subcategory of the stream key. seq grows by one with each entry of a stream. Frames that are no message of a client, are for another
connection or above 100 a minute are dropped without an answer.

Close codes: ${Object.entries(CLOSE)
  .map(([name, code]) => `${code} ${name}`)
  .join(', ')}. Frames that violate the WebSocket protocol are closed as RFC 6455 says (1002, 1007).`

const QUERY = {
  type: 'object',
  required: ['token'],
  properties: {
    token: { type: 'string', description: 'A socket ticket, or an API token with the scope streams:read' },
    batch: { const: '1', description: 'Frames are JSON arrays of messages' },
    connection_id: { type: 'string', format: 'uuid', description: 'Of an earlier connection, to resume it' },
    pairs: { type: 'string', description: 'Pairs separated by commas, as in Subscribe; all without it' },
    timeframe: {
      type: 'string',
      description: 'Timeframes of the candles separated by commas, as in Subscribe; 1m without it',
    },
  },
}

const messageOf = (name: string, summary: string, schema: z.ZodMiniType, io: 'input' | 'output') => {
  const payload = toWireSchema(schema, io)
  return { name, summary, payload, examples: [{ payload: exampleOf(jsonSchemaSchema.parse(payload)) }] }
}
const referTo = (names: readonly string[], place: string) => names.map((name) => ({ $ref: `#/${place}/${name}` }))

const SERVER_MESSAGE_TYPES = [
  'ConnectionAck',
  'Heartbeat',
  'SystemStatus',
  'LiveUpdate',
  'MarketOverview',
  'AnalyticsUpdate',
  'PaperUpdate',
] as const satisfies readonly ServerMessageType[]
const COMMON = ['ConnectionAck', 'Heartbeat', 'SystemStatus'] as const
const SENT = {
  tdp: [...COMMON, 'LiveUpdate', 'MarketOverview'],
  analytics: [...COMMON, 'AnalyticsUpdate', 'PaperUpdate'],
} as const satisfies Record<keyof typeof SOCKET_PATHS, readonly ServerMessageType[]>
const FROM_CLIENTS = Object.values(CLIENT_MESSAGES).map(({ name, summary, schema }) =>
  messageOf(name, summary, schema, 'input'),
)
const RECEIVED = FROM_CLIENTS.map(({ name }) => name)

const channelOf = ([name, address]: readonly [string, string], sent: readonly string[]) => ({
  address,
  title: name === 'tdp' ? 'Market data' : 'Analysis',
  messages: Object.fromEntries([...sent, ...RECEIVED].map((each) => [each, { $ref: `#/components/messages/${each}` }])),
  bindings: { ws: { method: 'GET', query: QUERY } },
})

/** The sockets as an AsyncAPI 3.0 document: `send` is what the server sends. */
export function asyncApi(): object {
  const sockets = [
    { name: 'tdp', sent: SENT.tdp },
    { name: 'analytics', sent: SENT.analytics },
  ] as const
  return {
    asyncapi: '3.0.0',
    info: { title: 'Pairbot sockets', version: '1.0.0', description: ABOUT },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      sockets.map(({ name, sent }) => [name, channelOf([name, SOCKET_PATHS[name]], sent)] as const),
    ),
    operations: Object.fromEntries(
      sockets.flatMap(({ name, sent }) => {
        const channel = { $ref: `#/channels/${name}` }
        const place = `channels/${name}/messages`
        return [
          [`${name}Send`, { action: 'send', channel, messages: referTo(sent, place) }],
          [`${name}Receive`, { action: 'receive', channel, messages: referTo(RECEIVED, place) }],
        ]
      }),
    ),
    components: {
      schemas: payloadSchemas(),
      messages: {
        ...Object.fromEntries(
          SERVER_MESSAGE_TYPES.map((type) => [type, messageOf(type, SUMMARIES[type], WIRE_MESSAGES[type], 'output')]),
        ),
        ...Object.fromEntries(FROM_CLIENTS.map((message) => [message.name, message])),
      },
    },
  }
}
