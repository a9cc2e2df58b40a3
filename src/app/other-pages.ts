import { asyncScheduler, defer, map, merge, Observable, scan, timer, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'
import { readTrail, trailData, trailSchema } from '#src/lib/inspection/trail.ts'
import type { Channel } from '#src/transport/session/tabs.ts'
import type { Inspected, OtherPage, OtherPages } from './services.ts'

const pageSchema = z.object({ id: z.string(), title: z.string(), path: z.string() })
const flow = z.object({
  name: z.string(),
  subscribers: z.number(),
  values: z.number(),
  lastAt: z.optional(z.number()),
  times: z.array(z.number()),
})
const feed = z.object({
  feed: z.enum(['tdp', 'analytics']),
  frames: z.number(),
  messages: z.number(),
  rejects: z.number(),
  drops: z.number(),
  marks: z.array(z.object({ at: z.number(), text: z.string() })),
})
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('page'), page: pageSchema }),
  z.object({ kind: z.literal('ask'), id: z.string(), after: z.number() }),
  z.object({
    kind: z.literal('happened'),
    id: z.string(),
    trail: trailSchema,
    flows: z.array(flow),
    feeds: z.array(feed),
  }),
])
type Message = z.infer<typeof messageSchema>

const messages = (channel: Channel): Observable<Message> =>
  new Observable((subscriber) =>
    channel.listen((value) => {
      const read = messageSchema.safeParse(value)
      if (read.success) subscriber.next(read.data)
    }),
  )

/** Answers other pages that ask what happened on this one. Returns a function that ends it. */
export function answerOtherPages(channel: Channel, page: () => OtherPage, inspected: Inspected): () => void {
  const answering = messages(channel).subscribe((message) => {
    if (message.kind === 'who') channel.send({ kind: 'page', page: page() })
    if (message.kind === 'ask' && message.id === page().id)
      channel.send({
        kind: 'happened',
        id: message.id,
        trail: trailData(inspected.trail, message.after),
        flows: inspected.flows(),
        feeds: inspected.feeds(),
      })
  })
  return () => answering.unsubscribe()
}

const LOOK_MS = 2_000
/** A page that has not answered three times is gone. */
const GONE_MS = 3 * LOOK_MS
const ASK_MS = 250
/** An answer that takes longer is asked for again. */
const ANSWER_MS = 2_000

export function createOtherPages(channel: Channel, scheduler: SchedulerLike = asyncScheduler): OtherPages {
  type Seen = ReadonlyMap<string, { readonly page: OtherPage; readonly at: number }>
  const pages$ = defer(() => {
    const looks$ = timer(0, LOOK_MS, scheduler).pipe(
      map(() => {
        channel.send({ kind: 'who' })
        return undefined
      }),
    )
    return merge(messages(channel), looks$).pipe(
      scan((seen: Seen, message) => {
        const now = scheduler.now()
        if (message === undefined) return new Map([...seen].filter(([, { at }]) => now - at < GONE_MS))
        return message.kind === 'page' ? new Map([...seen, [message.page.id, { page: message.page, at: now }]]) : seen
      }, new Map()),
      map((seen) => [...seen.values()].map(({ page }) => page)),
    )
  })

  const watch = (id: string): Observable<Inspected> =>
    new Observable((subscriber) => {
      const trail = readTrail()
      let [flows, feeds]: [ReturnType<Inspected['flows']>, ReturnType<Inspected['feeds']>] = [[], []]
      let askedAt = Number.NEGATIVE_INFINITY
      subscriber.add(
        messages(channel).subscribe((message) => {
          if (message.kind !== 'happened' || message.id !== id) return
          askedAt = Number.NEGATIVE_INFINITY
          ;({ flows, feeds } = message)
          trail.add(message.trail)
        }),
      )
      subscriber.add(
        timer(0, ASK_MS, scheduler).subscribe(() => {
          if (scheduler.now() - askedAt < ANSWER_MS) return
          askedAt = scheduler.now()
          channel.send({ kind: 'ask', id, after: trail.log().at(-1)?.n ?? 0 })
        }),
      )
      subscriber.next({ trail, flows: () => flows, feeds: () => feeds })
    })
  return { pages$, watch }
}
