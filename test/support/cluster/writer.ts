import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createdStrategySchema, IDEMPOTENCY_HEADER, strategiesResponseSchema } from '#contract/strategies/responses.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

/** How long a client waits for a response. */
const PATIENCE_MS = 4_000
/** Between two rounds of writes. */
const PACE_MS = 100
const BODY = strategyBody()

interface Account {
  readonly email: string
  readonly password: string
}

/** A strategy that was sent: what was acknowledged of it, and which names and states may be there besides. */
interface Sent {
  id: string | undefined
  name: string | undefined
  status: string | undefined
  readonly possible: { readonly names: string[]; readonly states: string[] }
}

/** A client that writes through one gateway, whatever happens to it. */
export interface Writer {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Writes no more; resolves when its last write is over. */
  stop(): Promise<void>
  /** What of its acknowledged writes is not there, and what of the others is there in part, by a gateway. */
  missing(origin: string): Promise<readonly string[]>
}

/** Calls the cluster. Undefined where it was not acknowledged. */
async function acknowledged(url: string, init: RequestInit): Promise<Response | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) return response
    await response.body?.cancel()
    return undefined
  } catch {
    // Reset, refused, or without a response in time: all of them are what is tried here.
    return undefined
  }
}

/** Signs in, creates strategies, renames and pauses them: for ever, one after the other. */
export function startWriter(name: string, origin: string, token: string, account: Account): Writer {
  const strategies = `${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent: Sent[] = []
  const cookies: string[] = []
  const counts = { acknowledged: 0, refused: 0 }
  const stopping = new AbortController()

  async function write(path: string, init: RequestInit): Promise<Response | undefined> {
    const response = await acknowledged(`${origin}${path}`, { headers, ...init })
    counts[response ? 'acknowledged' : 'refused'] += 1
    return response
  }

  async function create(key: string): Promise<Sent> {
    const strategy: Sent = {
      id: undefined,
      name: undefined,
      status: undefined,
      possible: { names: [key], states: ['active'] },
    }
    sent.push(strategy)
    const response = await write(`${DEFAULT_BASES.strategy}${STRATEGIES.custom.path}`, {
      method: 'POST',
      headers: { ...headers, [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify({ ...BODY, id: `custom_${key}`, name: key, status: 'active' }),
    })
    if (response === undefined) return strategy
    const body: unknown = await response.json().catch(() => undefined)
    const created = z.safeParse(createdStrategySchema, body)
    if (created.success) Object.assign(strategy, { id: created.data.strategy_id, name: key, status: 'active' })
    return strategy
  }

  async function change(strategy: Sent, newName: string): Promise<void> {
    if (strategy.id === undefined) return
    strategy.possible.names.push(newName)
    const path = `${strategies}/${strategy.id}`
    if (await write(path, { method: 'PATCH', body: JSON.stringify({ name: newName }) })) {
      strategy.name = newName
      strategy.possible.names.splice(0, Infinity, newName)
    }
    strategy.possible.states.push('paused')
    if (await write(`${path}/status?status=paused`, { method: 'PATCH', body: '{}' })) {
      strategy.status = 'paused'
      strategy.possible.states.splice(0, Infinity, 'paused')
    }
  }

  async function signIn(): Promise<void> {
    const response = await write(`${DEFAULT_BASES.identity}${AUTH.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, remember_me: true }),
    })
    const cookie = response?.headers.getSetCookie()[0]?.split(';')[0]
    await response?.body?.cancel()
    if (cookie !== undefined) cookies.push(cookie)
  }

  async function run(): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const key = `${name}-${round}`
      await change(await create(key), `${key}-renamed`)
      if (round % 5 === 0) await signIn()
      await wait(PACE_MS)
    }
  }
  const running = run()

  return {
    acknowledged: () => counts.acknowledged,
    refused: () => counts.refused,
    async stop() {
      stopping.abort()
      await running
    },
    async missing(at) {
      const response = await fetch(`${at}${strategies}`, { headers })
      const found = z.parse(strategiesResponseSchema, await response.json()).strategies
      const lost = sent.flatMap((strategy) => {
        const { id, possible } = strategy
        const there = found.filter((each) => (id === undefined ? possible.names.includes(each.name) : each.id === id))
        const [one] = there
        if (one === undefined) return id === undefined ? [] : [`${possible.names.join()}: not there`]
        const isWhole =
          there.length === 1 &&
          possible.names.includes(one.name) &&
          possible.states.includes(one.status) &&
          one.signal_sources === BODY.signal_sources.length &&
          one.confluence_rules === BODY.confluence_rules.length
        return isWhole ? [] : [`${JSON.stringify(there)}, but acknowledged: ${JSON.stringify(strategy)}`]
      })
      const ended = await Promise.all(
        cookies.map(async (cookie, index) => {
          const url = `${at}${DEFAULT_BASES.identity}${AUTH.refresh.path}`
          const { status } = await fetch(url, { method: 'POST', headers: { cookie, origin: at } })
          return status === 200 ? [] : [`sign-in ${index} of ${name}: ${status}`]
        }),
      )
      return [...lost, ...ended.flat()]
    },
  }
}
