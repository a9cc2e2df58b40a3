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
import type { Provenance } from '#contract/provenance.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { Inbox } from '../inbox.ts'
import { keepDue } from '../kept.ts'
import { latestMoment, marketTime, type MarketReading } from '../market.ts'
import type { StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { createBook } from './book.ts'
import { readMessage, readUpdate, type Read, type StreamEntry } from './entry.ts'
import { isBehind } from './fold.ts'
import { keepStreams, readFigures, readStreams, type KeptFigures } from './keeping.ts'
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
  readonly ports: Pick<StreamPorts, 'paint' | 'timers' | 'now' | 'analytics' | 'streamApi' | 'cache'>
  readonly market: () => MarketReading | undefined
  /** Told of where figures that were asked for come from, before they are judged. */
  readonly observe: (provenance: Provenance | undefined) => void
  readonly report: (problem: Problem) => void
  /** Called when a stream of which something was missing was read anew. */
  readonly refilled: (key: string) => void
}

export function createRecords(deps: RecordDeps): Records & { intake: Intake; start: () => Subscription } {
  const { inbox, market, observe, report, refilled } = deps
  const { paint, timers, now, analytics, streamApi: api, cache } = deps.ports
  const book = createBook(paint)
  const taken = new Subject<StreamEntry>()
  const warn = (text: string) => report({ kind: 'stream', text, count: 1, at: now() })
  const lastId = (key: string) => book.get(key)?.lastId
  const keptFigures = new BehaviorSubject<KeptFigures | undefined>(undefined)
  const failedFetch = (error: string) => warn(`Failed to fetch stream data: ${error}`)
  let epoch: string | undefined
  let hadFailed = false
  let isKept = true

  function take(type: 'live' | 'polled', read: Read): void {
    if (!read.ok) {
      warn(read.text)
      return
    }
    if (type === 'polled') observe(read.entry.provenance)
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
      book.applyAll({ type: 'tick', now: at, market: reading && marketTime(reading, at) })
      if (at >= (keptFigures.value?.expiresAt ?? Infinity)) keptFigures.next(undefined)
    }

    function restore(): void {
      for (const held of readStreams(cache)) book.apply(held.record.key, { type: 'cached', held })
      keptFigures.next(readFigures(cache))
    }

    function keep(): void {
      if (isKept) return
      isKept = true
      keepStreams(cache, book.held(), now())
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
      lacks({ inbox, timers, isBehind: (key, id) => isBehind(book.get(key), id), shownKeys: book.shownKeys }).subscribe(
        ({ keys, text }) => {
          if (text !== undefined) report({ kind: 'gap', text, count: 1, at: now() })
          missing.next(keys)
        },
      ),
    )
    running.add(acks$.subscribe(resume))
    running.add(
      inbox.updates$.subscribe((run) => {
        for (const arrival of run) take('live', readUpdate(arrival))
      }),
    )
    running.add(pollStreams({ api, due$: analytics.pollDue$, over$: acks$, lastId }).subscribe(takePolled))
    running.add(interval(STREAMS.monitoringMs, timers).subscribe(tick))
    running.add(keepDue(cache, timers).subscribe(keep))
    running.add(() => {
      keep()
      book.forget()
      keptFigures.next(undefined)
    })
    return running
  }

  const summary$ = combineLatest([book.all$, analytics.link$, keptFigures]).pipe(
    map(([all, link, kept]) => summarise(all, link, kept)),
  )
  return {
    category: book.category,
    record: book.record,
    all$: book.all$,
    summary$,
    intake,
    start,
  }
}
