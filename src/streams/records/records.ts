import {
  BehaviorSubject,
  combineLatest,
  filter,
  interval,
  map,
  Subject,
  type Observable,
  type Subscription,
} from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { MessageRouter } from '../message-router.ts'
import { persistDue$ } from '../cache-entry.ts'
import { latestPlausibleTime, marketTime, type MarketSnapshot } from '../market.ts'
import type { StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { createRecordStore } from './record-store.ts'
import { entryFromMessage, entryFromUpdate, type EntryResult, type StreamEntry } from './entry.ts'
import { isBehind } from './fold.ts'
import { writeStreams, readCachedTotals, readCachedStreams, type CachedTotals } from './persistence.ts'
import { pollStreams, type PollEvent } from './polling.ts'
import { type StreamRecord, resumptionOf } from './record.ts'
import { detectGaps, fillGaps } from './gap-fill.ts'
import { summarise, type StreamSummary } from './summary.ts'
import type { RecordSink } from './on-demand-fetch.ts'

/** Records of the analysis streams. */
export interface Records {
  /** Records of a category; a new list at most once per frame, only if one of them changed. */
  readonly category: (name: string) => Observable<readonly StreamRecord[]>
  /** Record of one stream, undefined if unknown; emits on subscription, then at most once per frame. */
  readonly record: (key: string) => Observable<StreamRecord | undefined>
  /** All records, unordered; a new list per frame in which one changed. */
  readonly all$: Observable<readonly StreamRecord[]>
  /** Totals over all streams. */
  readonly summary$: Observable<StreamSummary>
}

interface RecordDeps {
  readonly router: Pick<MessageRouter, 'updates$' | 'acks$' | 'gaps$' | 'statuses$' | 'hasGap'>
  readonly ports: Pick<StreamPorts, 'paint' | 'timers' | 'now' | 'analytics' | 'streamApi' | 'cache'>
  /** The pair on the dashboard. */
  readonly shownPair: () => PairId
  /** Whether the socket carries a stream: what is left out on purpose is not missed. */
  readonly isSelected: (key: string) => boolean
  readonly market: () => MarketSnapshot | undefined
  /** Called with the provenance of polled data before it is validated. */
  readonly observeProvenance: (provenance: Provenance | undefined) => void
  readonly report: (problem: Problem) => void
  /** Called after a stream with missed messages was reloaded. */
  readonly onGapFilled: (key: string) => void
}

export function createRecords(deps: RecordDeps): Records & { recordSink: RecordSink; start: () => Subscription } {
  const { router, shownPair, isSelected, market, observeProvenance, report, onGapFilled } = deps
  const { paint, timers, now, analytics, streamApi: api, cache } = deps.ports
  const store = createRecordStore(paint)
  const accepted = new Subject<StreamEntry>()
  const warn = (text: string) => report({ kind: 'stream', text, count: 1, at: now() })
  const observedKeys = () => store.observedKeys().filter(isSelected)
  const lastId = (key: string) => store.get(key)?.lastId
  const cachedTotals = new BehaviorSubject<CachedTotals | undefined>(undefined)
  const reportFetchFailure = (error: string) => warn(`Failed to fetch stream data: ${error}`)
  let epoch: string | undefined
  let hadFailed = false
  let isPersisted = true

  function ingest(type: 'live' | 'polled', result: EntryResult): void {
    if (!result.ok) {
      warn(result.error)
      return
    }
    if (type === 'polled') observeProvenance(result.value.provenance)
    // If accepted, its future timestamp would make every real entry look stale.
    if (result.value.timestamp > latestPlausibleTime(market(), result.value.receivedAt)) {
      warn('Stream entry from the future ignored')
      return
    }
    epoch = result.value.epoch ?? epoch
    isPersisted = false
    if (store.apply(result.value.key, { type, entry: result.value })) accepted.next(result.value)
    else warn('Too many streams')
  }

  const applyMessage = (key: string, message: StreamMessage) => ingest('polled', entryFromMessage(key, message, now()))

  function applyPollEvent(polled: PollEvent): void {
    switch (polled.kind) {
      case 'metadata': {
        const { key, metadata } = polled
        const id = metadata.last_generated_id ?? undefined
        store.apply(key, { type: 'metadata', key, length: metadata.length, lastId: id, at: now() })
        return
      }
      case 'message':
        return applyMessage(polled.key, polled.message)
      case 'failed':
        store.apply(polled.key, { type: 'failed', key: polled.key, at: now() })
        return reportFetchFailure(polled.error)
      case 'unlisted':
        return reportFetchFailure(polled.error)
      case 'done':
        if (hadFailed && polled.hasAnswered) analytics.recovered()
        hadFailed = !polled.hasAnswered
    }
  }

  const recordSink: RecordSink = {
    lastId,
    isHeld: (key) => store.get(key) !== undefined,
    applyPollEvent,
    applyMessage,
    reportFetchFailure,
    accepted$: accepted,
  }

  function start(): Subscription {
    const refetch = new Subject<readonly string[]>()
    epoch = undefined
    hadFailed = false
    isPersisted = true

    /** After a reconnect the server replays missed messages; if it cannot, the visible streams are reloaded. */
    function resume(): void {
      const resumption = resumptionOf(store.states(), epoch)
      if (resumption !== undefined) analytics.resume(resumption)
      else if (epoch === undefined) refetch.next(observedKeys())
    }

    function tick(): void {
      const snapshot = market()
      const at = now()
      store.applyAll({ type: 'tick', now: at, market: snapshot && marketTime(snapshot, at) })
      if (at >= (cachedTotals.value?.expiresAt ?? Infinity)) cachedTotals.next(undefined)
    }

    function restoreCache(): void {
      for (const state of readCachedStreams(cache)) store.apply(state.record.key, { type: 'cached', state })
      cachedTotals.next(readCachedTotals(cache))
    }

    function persist(): void {
      if (isPersisted) return
      isPersisted = true
      writeStreams(cache, store.states(), now(), shownPair())
    }

    const acks$ = router.acks$.pipe(filter(({ feed }) => feed === 'analytics'))
    restoreCache()
    const running = fillGaps(api, refetch).subscribe(({ key, result }) => {
      if (!result.ok) {
        reportFetchFailure(result.error)
        return
      }
      onGapFilled(key)
      for (const message of result.value.toReversed()) applyMessage(key, message)
    })
    running.add(
      detectGaps({
        router,
        timers,
        isBehind: (key, id) => isSelected(key) && isBehind(store.get(key), id),
        observedKeys,
      }).subscribe(({ keys, text }) => {
        if (text !== undefined) report({ kind: 'gap', text, count: 1, at: now() })
        refetch.next(keys)
      }),
    )
    running.add(acks$.subscribe(resume))
    running.add(
      router.updates$.subscribe((batch) => {
        for (const received of batch) ingest('live', entryFromUpdate(received))
      }),
    )
    running.add(
      pollStreams({ api, due$: analytics.pollDue$, stop$: acks$, lastId, isSelected }).subscribe(applyPollEvent),
    )
    running.add(interval(STREAMS.monitoringMs, timers).subscribe(tick))
    running.add(persistDue$(cache, timers).subscribe(persist))
    running.add(() => {
      persist()
      store.clear()
      cachedTotals.next(undefined)
    })
    return running
  }

  const summary$ = combineLatest([store.all$, analytics.link$, cachedTotals]).pipe(
    map(([all, link, cached]) => summarise(all, link, cached)),
  )
  return {
    category: store.category,
    record: store.record,
    all$: store.all$,
    summary$,
    recordSink,
    start,
  }
}
