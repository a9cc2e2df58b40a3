import { combineLatest, filter, interval, map, Subject, throttleTime, type Observable, type Subscription } from 'rxjs'
import { CACHE, STREAMS } from '#contract/limits.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { Inbox } from '../inbox.ts'
import { latestMoment, marketTime, type MarketReading } from '../market.ts'
import type { StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { createBook } from './book.ts'
import { packStreams, unpackStreams } from './cached.ts'
import { readMessage, readUpdate, type Read, type StreamEntry } from './entry.ts'
import { pollStreams, type Polled } from './polling.ts'
import type { StreamRecord } from './record.ts'
import { lacks, refill } from './refill.ts'
import { resumptionOf } from './resumption.ts'
import { summarise, type StreamSummary } from './summary.ts'
import type { Intake } from './visits.ts'

/** The records of analysis streams. */
export interface Records {
  /** Records of a category; the same list until one of them changes, then at most one per painted frame. */
  readonly category: (name: string) => Observable<readonly StreamRecord[]>
  /** One stream's record, undefined while it is not held; at once, then at most once per painted frame. */
  readonly record: (key: string) => Observable<StreamRecord | undefined>
  /** All records, in no order; a new list per painted frame in which one changed. */
  readonly all$: Observable<readonly StreamRecord[]>
  /** All streams in a few figures; at most four times a second. */
  readonly summary$: Observable<StreamSummary>
}

interface RecordDeps {
  readonly inbox: Pick<Inbox, 'updates$' | 'acks$' | 'gaps$' | 'statuses$' | 'lacks'>
  readonly ports: Pick<StreamPorts, 'paint' | 'now' | 'analytics' | 'streamApi' | 'recordCache'>
  readonly market: () => MarketReading | undefined
  readonly report: (problem: Problem) => void
  /** Called when a stream of which something was missing was read anew. */
  readonly refilled: (key: string) => void
}

/** How often what is held is kept for a later visit; and whenever the page goes. */
const KEEP_MS = 60_000
/** How often the summary changes at most: nobody reads faster. */
const SUMMARY_MS = 250

export function createRecords(deps: RecordDeps): Records & { intake: Intake; start: () => Subscription } {
  const { inbox, market, report, refilled } = deps
  const { paint, now, analytics, streamApi: api, recordCache: cache } = deps.ports
  const book = createBook(paint)
  const taken = new Subject<StreamEntry>()
  const warn = (text: string) => report({ kind: 'stream', text, count: 1, at: now() })
  const lastId = (key: string) => book.get(key)?.lastId
  const failedFetch = (error: string) => warn(`Failed to fetch stream data: ${error}`)
  let epoch: string | undefined
  let hadFailed = false
  let isKept = true

  function take(type: 'live' | 'polled', read: Read): void {
    if (!read.ok) {
      warn(read.text)
      return
    }
    // Shown, it would keep everything that is real from being newer.
    if (read.entry.timestamp > latestMoment(market(), read.entry.receivedAt)) {
      warn('Stream entry from the future ignored')
      return
    }
    epoch = read.entry.epoch ?? epoch
    isKept = false
    if (book.apply(read.entry.key, { type, entry: read.entry })) taken.next(read.entry)
    else warn('Too many streams')
  }

  const takeMessage = (key: string, message: StreamMessage) => take('polled', readMessage(key, message, now()))

  function takePolled(polled: Polled): void {
    switch (polled.kind) {
      case 'metadata': {
        const { key, metadata } = polled
        const id = metadata.last_generated_id ?? undefined
        book.apply(key, { type: 'measured', key, length: metadata.length, lastId: id, at: now() })
        return
      }
      case 'message':
        return takeMessage(polled.key, polled.message)
      case 'failed':
        book.apply(polled.key, { type: 'failed', key: polled.key, at: now() })
        return failedFetch(polled.error)
      case 'unlisted':
        return failedFetch(polled.error)
      case 'done':
        if (hadFailed && polled.hasAnswered) analytics.recovered()
        hadFailed = !polled.hasAnswered
    }
  }

  const intake: Intake = {
    lastId,
    isHeld: (key) => book.get(key) !== undefined,
    takePolled,
    takeMessage,
    failedFetch,
    taken$: taken,
  }

  function start(): Subscription {
    const missing = new Subject<readonly string[]>()
    epoch = undefined
    hadFailed = false
    isKept = true

    /** After a new connection: the server replays what was missed, or, if it cannot, what is shown is read anew. */
    function resume(): void {
      const resumption = resumptionOf(book.held(), epoch)
      if (resumption !== undefined) analytics.resume(resumption)
      else if (epoch === undefined) missing.next(book.shownKeys())
    }

    function tick(): void {
      const reading = market()
      const at = now()
      book.applyAll({ type: 'tick', now: at, market: reading === undefined ? at : marketTime(reading, at) })
    }

    function restore(): void {
      const kept = cache.read()
      if (kept === undefined) return
      for (const held of unpackStreams(kept)) book.apply(held.record.key, { type: 'cached', held })
    }

    function keep(): void {
      if (isKept) return
      isKept = true
      const text = packStreams(book.held(), now() - CACHE.streamDataMs)
      if (text !== undefined) cache.keep(text)
    }

    const acks$ = inbox.acks$.pipe(filter(({ feed }) => feed === 'analytics'))
    restore()
    const running = refill(api, missing).subscribe(({ key, answer }) => {
      if (!answer.ok) {
        failedFetch(answer.error)
        return
      }
      refilled(key)
      for (const message of answer.value.toReversed()) takeMessage(key, message)
    })
    running.add(
      lacks({ inbox, lastId, shownKeys: book.shownKeys }).subscribe(({ keys, text }) => {
        if (text !== undefined) report({ kind: 'gap', text, count: 1, at: now() })
        missing.next(keys)
      }),
    )
    running.add(acks$.subscribe(resume))
    running.add(inbox.updates$.subscribe((arrival) => take('live', readUpdate(arrival))))
    running.add(pollStreams({ api, due$: analytics.pollDue$, over$: acks$, lastId }).subscribe(takePolled))
    running.add(interval(STREAMS.monitoringMs).subscribe(tick))
    running.add(interval(KEEP_MS).subscribe(keep))
    running.add(cache.due$.subscribe(keep))
    running.add(() => {
      keep()
      book.forget()
    })
    return running
  }

  // Summing up a thousand records at every frame would cost more than folding their messages.
  const calm$ = book.all$.pipe(throttleTime(SUMMARY_MS, undefined, { leading: true, trailing: true }))
  const summary$ = combineLatest([calm$, analytics.link$]).pipe(map(([all, link]) => summarise(all, link)))
  return {
    category: book.category,
    record: book.record,
    all$: book.all$,
    summary$,
    intake,
    start,
  }
}
