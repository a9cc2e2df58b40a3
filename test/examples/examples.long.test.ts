import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { templatesResponseSchema } from '#contract/strategies/responses.ts'
import { makeCandleFolder, waveCandles, type CandleFolder } from '#test/support/data/candle-files.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { createdApiTokenSchema, type ApiScope } from '#contract/api-tokens.ts'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { createAndBacktest, deleteStrategy } from '../../examples/backtest-strategy.ts'
import { createClient, type Client } from '../../examples/client.ts'
import { followAnalysis } from '../../examples/follow-analysis.ts'

const MINUTES = 20_000
const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000

let folder: CandleFolder
let running: Awaited<ReturnType<typeof startComposition>>
let client: Client
beforeAll(async () => {
  folder = await makeCandleFolder()
  const file = await folder.write('BTCUSD-1m.csv.gz', waveCandles(MINUTES, START_S))
  running = await startComposition({
    env: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: file, PAIRBOT_REPLAY_SPEED: '600' },
  })
  client = createClient(running.address, await createToken(['streams:read', 'strategies:read', 'strategies:write']))
}, 120_000)
afterAll(async () => {
  await running.stop()
  await folder.remove()
})

const post = async (path: string, body: object, token?: string): Promise<unknown> => {
  const response = await fetch(`${running.address}${DEFAULT_BASES.identity}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return response.json()
}
/** An API token, as a user makes one in the profile. */
async function createToken(scopes: readonly ApiScope[]): Promise<string> {
  const { data: session } = successOf(sessionGrantSchema).parse(await post(AUTH.login.path, ADMIN))
  const wanted = { name: 'Examples', scopes, days: 1 }
  const created = await post(ACCOUNT.apiTokens.path, wanted, session.access_token)
  return successOf(createdApiTokenSchema).parse(created).data.secret
}

it('[HT-67] follows the analysis of a pair across a lost connection, each entry once and in order', async () => {
  const updates: AnalyticsUpdate[] = []
  const sockets: WebSocket[] = []
  const stopping = new AbortController()
  const waiting: { readonly isMet: () => boolean; readonly done: () => void }[] = []
  const until = (isMet: () => boolean) => new Promise<void>((done) => void waiting.push({ isMet, done }))
  const following = followAnalysis(client, {
    pair: 'BTCUSD',
    signal: stopping.signal,
    onUpdate: (update) => {
      updates.push(update)
      for (const { isMet, done } of waiting) if (isMet()) done()
    },
    connect: (address) => {
      const socket = new WebSocket(address)
      sockets.push(socket)
      return socket
    },
  })
  await until(() => updates.length >= 60)
  const [first] = sockets
  first?.terminate()
  await until(() => sockets.length === 2)
  const before = updates.length
  await until(() => updates.length >= before + 60)
  stopping.abort()
  await following

  expect(sockets).toHaveLength(2)
  const numbers = new Map<string, number[]>()
  for (const { seq = Number.NaN, data } of updates) {
    const key = data.stream_key ?? ''
    numbers.set(key, [...(numbers.get(key) ?? []), seq])
  }
  expect(numbers.size).toBeGreaterThan(2)
  for (const [key, seqs] of numbers) expect([key, seqs]).toEqual([key, seqs.map((_, n) => (seqs[0] ?? 0) + n)])
})

it('[HT-67] creates a strategy and tests it on past candles', async () => {
  const { strategyId, backtest } = await createAndBacktest(client, { pair: 'BTCUSD', hours: 2, name: 'Example' })
  expect(backtest).toMatchObject({ symbol: 'BTCUSD', hours_asked: 2 })
  expect(strategyId).toMatch(/^[\da-f-]{36}$/)
  await expect(deleteStrategy(client, strategyId)).resolves.toMatchObject({ success: true })
  await expect(deleteStrategy(client, strategyId)).rejects.toThrow('404')
})

it('[HT-67] says why a call fails', async () => {
  const templates = { path: `${DEFAULT_BASES.strategy}${STRATEGIES.templates.path}`, schema: templatesResponseSchema }
  await expect(createClient(running.address, 'pairbot_x').call(templates)).rejects.toThrow('401')
  const other = createClient(running.address, await createToken(['market:read']))
  await expect(other.call(templates)).rejects.toThrow('The API token lacks the scope strategies:read.')
  const socket = new WebSocket(`${running.address.replace('http', 'ws')}/ws/analytics?token=x`)
  const [code] = await once(socket, 'close')
  expect(code).toBe(4401)
})
