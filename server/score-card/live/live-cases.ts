import type { Subscription } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { createCaseFollower, RULES_VERSION, type CaseFollower } from '#server/outcomes/follower.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import type { StreamsPort, StreamUpdate } from '#server/strategies/ports.ts'
import { isAnalysis, scoredPayloads } from './payloads.ts'
import type { LiveCaseStore } from './store.ts'

/** Longest time that is recomputed after a restart; open cases from before are dropped. */
const MAX_CATCH_UP_MS = 7 * 86_400_000

export interface LiveCasesDeps {
  readonly streams: Pick<StreamsPort, 'updates$' | 'recompute'>
  readonly store: LiveCaseStore
  /** Names the run of prices of a pair: the same for the same recording, and always for a market that goes on. */
  readonly series: (pair: PairId) => Promise<string>
  /** Called with the counts that were added. */
  readonly onStored: (added: readonly CaseTally[]) => void
  /** Called when the stored counts must be read again. */
  readonly onReset: () => void
  readonly report: (error: unknown) => void
}

/** Follows the published analysis, and stores what came of it. */
export interface LiveCases {
  start(): void
  /** Resolves when all that was published is stored. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Followed {
  readonly follower: CaseFollower
  readonly series: string
  /** End of the last minute that was followed, and that was stored. */
  until: number
  stored: number | undefined
}

export function createLiveCases({ streams, store, series, onStored, onReset, report }: LiveCasesDeps): LiveCases {
  const followed = new Map<PairId, Followed>()
  const waiting = new Map<PairId, StreamUpdate[]>()
  let subscription: Subscription | undefined
  let working = Promise.resolve()

  function advance(current: Followed, update: StreamUpdate): void {
    if (update.at <= current.until || !isAnalysis(update)) return
    const payloads = scoredPayloads(update)
    if (update.kind === 'closed') current.follower.add(payloads)
    else current.follower.seed(payloads)
    current.until = update.at
  }

  /** [SC-21] Takes the cases up where they were stored, and recomputes what was published since. */
  async function takeUp(pair: PairId, first: StreamUpdate): Promise<Followed> {
    const name = `${RULES_VERSION} ${await series(pair)}`
    const stored = await store.load(pair, name)
    if (stored === undefined || first.at - stored.until > MAX_CATCH_UP_MS) {
      await store.reset(pair, name)
      onReset()
      return { follower: createCaseFollower(pair), series: name, until: -Infinity, stored: undefined }
    }
    const { until } = stored
    const current = { follower: createCaseFollower(pair, { start: stored }), series: name, until, stored: until }
    const last = first.kind === 'initial' ? first.at : first.at - 1
    if (last - until < 1) return current
    for await (const update of streams.recompute(pair, until, last)) {
      if (update.kind === 'closed') advance(current, update)
    }
    return current
  }

  async function storeStep(pair: PairId, current: Followed): Promise<void> {
    if (current.until === (current.stored ?? -Infinity)) return
    const { series: name, until, stored: from, follower } = current
    const changes = follower.drain()
    await store.save(pair, { series: name, from, until, state: follower.state(), changes })
    current.stored = until
    onStored(changes.tallies)
  }

  /** Whatever fails, the cases are taken up from what is stored with the next update. */
  async function follow(pair: PairId): Promise<void> {
    const updates = waiting.get(pair) ?? []
    const [first] = updates
    if (first === undefined) return
    waiting.set(pair, [])
    try {
      const current = followed.get(pair) ?? (await takeUp(pair, first))
      followed.delete(pair)
      for (const update of updates) advance(current, update)
      await storeStep(pair, current)
      followed.set(pair, current)
    } catch (error) {
      onReset()
      report(error)
    }
  }

  function onUpdate(update: StreamUpdate): void {
    if (!isAnalysis(update)) return
    const known = waiting.get(update.pair)
    if (known === undefined) waiting.set(update.pair, [update])
    else known.push(update)
    working = working.then(() => follow(update.pair))
  }

  return {
    start() {
      subscription = streams.updates$.subscribe(onUpdate)
    },
    settled: () => working,
    stop() {
      subscription?.unsubscribe()
      return working
    },
  }
}
