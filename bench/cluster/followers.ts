// Clients of the bench of faults, in a process of their own: each follows a pair's analysis over lost sockets, as the example does.
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { CONNECTION } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { sumOf, type TallyResult } from '#test/support/server/tally.ts'
import { createClient } from '../../examples/client.ts'
import { followAnalysis } from '../../examples/follow-analysis.ts'
import { createAccount, readUpdate, type Account } from './account.ts'

export type FollowersCommand =
  | {
      readonly do: 'follow'
      /** Origins of the gateways. A client whose socket is lost turns to the next. */
      readonly targets: readonly string[]
      /** Each for `perToken` clients. */
      readonly tokens: readonly string[]
      readonly perToken: number
      readonly pairs: readonly PairId[]
    }
  /** Gaps count from now on. */
  | { readonly do: 'watch' }
  | { readonly do: 'gaps' }
  | { readonly do: 'end' }
  /** What time it is on the market, unix ms; not answered. */
  | { readonly do: 'clock'; readonly now: number }

/** Since the watch began. */
export interface Gaps {
  /** The longest time without new data of each client, ms. */
  readonly gaps: readonly number[]
  /** Clients that still wait for new data. */
  readonly waiting: number
}

export interface FollowersResult extends TallyResult {
  readonly sockets: number
  /** What clients lost, in words; not what they lacked at the end. */
  readonly faults: readonly string[]
}

/** Older data than this is not new, in ms of the market, a minute of which passes in five seconds. */
const NEW_MS = 24_000
/** As long as running values are apart, and a little more. */
const WAITING_MS = 2_500
const CONNECT_EVERY_MS = 10
const GRACE_MS = 3_000

interface Follower {
  readonly account: Account
  newAt: number
  longest: number
}

const followers: Follower[] = []
const stopping = new AbortController()
setMaxListeners(0, stopping.signal)
let marketNow = 0
let sockets = 0

function follow(index: number, command: Extract<FollowersCommand, { do: 'follow' }>): void {
  const { targets, tokens, perToken, pairs } = command
  const follower: Follower = { account: createAccount(), newAt: performance.now(), longest: 0 }
  followers.push(follower)
  const token = tokens[Math.floor(index / perToken)] ?? ''
  const pair = pairs[index % pairs.length] ?? 'BTCUSD'
  let turn = Math.floor(index / pairs.length)

  function connect(): WebSocket {
    const target = createClient(targets[turn % targets.length] ?? '', token)
    turn += 1
    sockets += 1
    const ws = new WebSocket(`${target.socketAddress('analytics')}&pairs=${pair}`, {
      // A gateway counts the connects of a user by address: one each, as of people at home.
      localAddress: `127.0.0.${2 + (index % perToken)}`,
      perMessageDeflate: false,
      handshakeTimeout: CONNECTION.connectTimeoutMs,
    })
    const account = follower.account.connected()
    ws.on('message', (data: Buffer) => {
      const update = readUpdate(data.toString())
      if (update === undefined) return
      account.add(update)
      if (update.data.provenance.exchange_time < marketNow - NEW_MS) return
      const now = performance.now()
      follower.longest = Math.max(follower.longest, now - follower.newAt)
      follower.newAt = now
    })
    return ws
  }

  void followAnalysis(createClient(targets[0] ?? '', token), {
    pair,
    signal: stopping.signal,
    connect,
    onUpdate: ({ data: { stream_key: key = '', provenance } }) => {
      if (provenance) follower.account.accepted(key, provenance.exchange_time)
    },
  })
}

function watch(): object {
  const now = performance.now()
  for (const follower of followers) Object.assign(follower, { newAt: now, longest: 0 })
  return {}
}

function gaps(): Gaps {
  const now = performance.now()
  return {
    gaps: followers.map(({ longest, newAt }) => Math.max(longest, now - newAt)),
    waiting: followers.filter(({ newAt }) => now - newAt > WAITING_MS).length,
  }
}

async function end(): Promise<FollowersResult> {
  const until = new Map<string, number>()
  for (const { account } of followers)
    for (const [key, at] of account.newest()) until.set(key, Math.max(at, until.get(key) ?? 0))
  await delay(GRACE_MS)
  return {
    ...sumOf(
      followers.map(({ account }) => {
        const own = [...until].filter(([key]) => account.newest().has(key))
        return account.result(new Map(own))
      }),
    ),
    sockets,
    faults: followers.flatMap(({ account }) => account.faults),
  }
}

async function run(command: Exclude<FollowersCommand, { do: 'clock' }>): Promise<object> {
  if (command.do === 'watch') return watch()
  if (command.do === 'gaps') return gaps()
  if (command.do === 'end') return end()
  for (let index = 0; index < command.tokens.length * command.perToken; index += 1) {
    follow(index, command)
    await delay(CONNECT_EVERY_MS)
  }
  return {}
}

process.once('disconnect', () => process.exit())
process.on('message', (command: FollowersCommand) => {
  if (command.do === 'clock') return void (marketNow = command.now)
  run(command).then(
    (value) => process.send?.(value),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
  return undefined
})
