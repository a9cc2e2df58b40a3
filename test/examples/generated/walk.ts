// Walks a server with a client made from its OpenAPI document, and prints what it met as JSON.
import { setTimeout as wait } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import WebSocket from 'ws'
import { Api, type AnalyticsUpdateMessage, type ClientMessage, type Failure, type ServerMessage } from './pairbot.ts'

const { PAIRBOT_ORIGIN = '', PAIRBOT_EMAIL = '', PAIRBOT_PASSWORD = '', PAIRBOT_MODEL = '' } = process.env
const DAY_MS = 86_400_000

const client = new Api<string>({
  baseUrl: PAIRBOT_ORIGIN,
  securityWorker: (token) => ({ headers: { authorization: `Bearer ${token ?? ''}` } }),
})
const { api } = client

/** What is given, or the end of the walk. */
function have<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`)
  return value
}

async function createToken(): Promise<string> {
  const { data: signedIn } = await api.authLogin({ email: PAIRBOT_EMAIL, password: PAIRBOT_PASSWORD })
  if (!('access_token' in signedIn)) throw new Error('A second factor is asked for')
  client.setSecurityData(signedIn.access_token)
  const { data } = await api.accountCreateApiToken({
    name: 'Walk',
    scopes: ['market:read', 'streams:read', 'strategies:read', 'strategies:write', 'models:read', 'models:write'],
    days: 1,
  })
  return data.secret
}

async function backtest(strategyId: string) {
  const { data_sets: sets } = await api.backtestsData()
  const { id, pair, from } = have(sets[0], 'data set')
  const { backtest_id: started } = await api.backtestsStart({
    name: 'Walk',
    subject: { kind: 'strategy', strategy_id: strategyId },
    settings: {
      pair,
      data_set: id,
      from,
      to: from + DAY_MS,
      capital: 10_000,
      fee_pct: 0.4,
      slippage: { half_spread_pct: 0.01, range_share: 0.1 },
      allow_short: false,
    },
  })
  for (;;) {
    const { backtest, result } = await api.backtestsOne(started)
    if (result) return { status: backtest.status, minutes: result.minutes }
    if (backtest.status === 'failed') throw new Error(backtest.reason ?? 'The backtest failed')
    await wait(200)
  }
}

/** Receives entries of the analysis until `isEnough`, after what a request to resume asks for where one is given. */
function follow(
  token: string,
  isEnough: (received: readonly AnalyticsUpdateMessage[]) => boolean,
  resume?: Pick<Extract<ClientMessage, { type: 'Resume' }>, 'epoch' | 'last_ids'>,
): Promise<readonly AnalyticsUpdateMessage[]> {
  const socket = new WebSocket(`${PAIRBOT_ORIGIN.replace('http', 'ws')}/ws/analytics?token=${token}`)
  const received: AnalyticsUpdateMessage[] = []
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('close', (code) => fail(new Error(`The socket was closed with ${code}`)))
    socket.on('message', (bytes: Buffer) => {
      const message: ServerMessage = JSON.parse(bytes.toString())
      if (message.type === 'ConnectionAck' && resume) {
        const { connection_id } = message.data
        const request: ClientMessage = { type: 'Resume', timestamp: Date.now(), connection_id, ...resume }
        socket.send(JSON.stringify(request))
      }
      if (message.type !== 'AnalyticsUpdate' || message.message_id === undefined) return
      received.push(message)
      if (!isEnough(received)) return
      done(received)
      socket.terminate()
    })
  })
}

/** How many entries come again when a program goes on from after its first thirty. */
async function resumed(token: string): Promise<number> {
  const first = await follow(token, ({ length }) => length === 90)
  const known = first.slice(0, 30)
  const last_ids = Object.fromEntries(known.map(({ data, message_id: id = '' }) => [data.stream_key, id]))
  const wanted = first.slice(30).filter(({ data }) => data.stream_key !== undefined && data.stream_key in last_ids)
  const nameOf = ({ data, seq }: AnalyticsUpdateMessage) => `${data.stream_key} ${seq}`
  const hasAll = (received: readonly AnalyticsUpdateMessage[]) => {
    const names = new Set(received.map(nameOf))
    return wanted.every((each) => names.has(nameOf(each)))
  }
  await follow(token, hasAll, { epoch: have(known[0]?.epoch, 'epoch'), last_ids })
  return wanted.length
}

const token = await createToken()
client.setSecurityData(token)
const { data: user } = await api.authMe()
const { data: recent } = await api.candlesRecent({ pair: 'BTCUSD', timeframe: '1m', limit: 100 })
const { templates } = await api.strategiesTemplates()
const { strategy_id: strategyId } = await api.strategiesFromTemplate(have(templates[0], 'template').id, {
  name: 'Walk in TypeScript',
  exchange: 'kraken',
  trading_pair: 'BTCUSD',
})
const { data: uploaded } = await api.modelsUpload({
  model_name: 'Walk in TypeScript',
  model_type: 'xgboost',
  timeframe: '1m',
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  model_file: new File([new Uint8Array(await readFile(PAIRBOT_MODEL))], 'walk.onnx'),
})
const { data: model } = await api.modelsModel(uploaded.id)
const refused = await api.modelsModel('none').then(
  () => undefined,
  ({ error }: { readonly error: Failure }) => error.success,
)
const met = {
  user: user.email,
  candles: recent.candles.length,
  backtest: await backtest(strategyId),
  model: { name: model.name, inputs: model.inspection.onnx?.inputs.length },
  refused,
}
process.stdout.write(JSON.stringify({ ...met, resumed: await resumed(token) }))
