import {
  asyncScheduler,
  defer,
  firstValueFrom,
  map,
  merge,
  Observable,
  race,
  scan,
  timer,
  type SchedulerLike,
} from 'rxjs'
import * as z from 'zod/mini'
import { readTrail, trailData, trailSchema } from '#src/lib/inspection/trail.ts'
import type { Channel } from '#src/transport/session/tabs.ts'
import type { Inspected, OtherPage, OtherPages, Recorded, SessionRecording } from './services.ts'

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
  z.object({ kind: z.literal('ask'), id: z.string(), load: z.optional(z.string()), after: z.number() }),
  z.object({
    kind: z.literal('happened'),
    id: z.string(),
    load: z.string(),
    trail: trailSchema,
    flows: z.array(flow),
    feeds: z.array(feed),
    recorded: z.object({ since: z.optional(z.number()), until: z.optional(z.number()), entries: z.number() }),
  }),
  z.object({ kind: z.literal('save'), id: z.string() }),
  z.object({ kind: z.literal('saved'), id: z.string(), text: z.optional(z.string()) }),
])
type Message = z.infer<typeof messageSchema>

const messages = (channel: Channel): Observable<Message> =>
  new Observable((subscriber) =>
    channel.listen((value) => {
      const read = messageSchema.safeParse(value)
      if (read.success) subscriber.next(read.data)
    }),
  )

/** This page, as others see it. */
export interface AnsweringPage {
  readonly page: () => OtherPage
  /** Another at each load: what happened is counted from it. */
  readonly load: string
  readonly inspected: Inspected & { readonly recording: SessionRecording }
}

/** Answers other pages that ask what happened on this one. Returns a function that ends it. */
export function answerOtherPages(channel: Channel, { page, load, inspected }: AnsweringPage): () => void {
  const answering = messages(channel).subscribe((message) => {
    if (message.kind === 'who') channel.send({ kind: 'page', page: page() })
    if (!('id' in message) || message.id !== page().id) return
    const { id } = message
    if (message.kind === 'ask')
      channel.send({
        kind: 'happened',
        id,
        load,
        trail: trailData(inspected.trail, message.load === load ? message.after : 0),
        flows: inspected.flows(),
        feeds: inspected.feeds(),
        recorded: inspected.recording.recorded(),
      })
    if (message.kind === 'save')
      void inspected.recording.save().then((text) => channel.send({ kind: 'saved', id, text }))
  })
  return () => answering.unsubscribe()
}

const LOOK_MS = 2_000
/** A page that has not answered three times is gone. */
const GONE_MS = 3 * LOOK_MS
const ASK_MS = 250
/** An answer that takes longer is asked for again. */
const ANSWER_MS = 2_000
const SAVE_MS = 15_000

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

  function save(id: string): Promise<string | undefined> {
    const saved$ = new Observable<string | undefined>((subscriber) => {
      subscriber.add(
        messages(channel).subscribe((message) => {
          if (message.kind === 'saved' && message.id === id) subscriber.next(message.text)
        }),
      )
      channel.send({ kind: 'save', id })
    })
    return firstValueFrom(race(saved$, timer(SAVE_MS, scheduler).pipe(map(() => undefined))))
  }

  const watch = (id: string): Observable<Inspected> =>
    new Observable((subscriber) => {
      let trail = readTrail()
      let load: string | undefined
      let [flows, feeds]: [ReturnType<Inspected['flows']>, ReturnType<Inspected['feeds']>] = [[], []]
      let recorded: Recorded = { entries: 0 }
      let askedAt = Number.NEGATIVE_INFINITY
      const recording = { recorded: () => recorded, save: () => save(id) }
      const show = () => subscriber.next({ trail, flows: () => flows, feeds: () => feeds, recording })
      subscriber.add(
        messages(channel).subscribe((message) => {
          if (message.kind !== 'happened' || message.id !== id) return
          askedAt = Number.NEGATIVE_INFINITY
          ;({ flows, feeds, recorded } = message)
          const isReloaded = load !== undefined && load !== message.load
          load = message.load
          if (isReloaded) trail = readTrail()
          trail.add(message.trail)
          if (isReloaded) show()
        }),
      )
      subscriber.add(
        timer(0, ASK_MS, scheduler).subscribe(() => {
          if (scheduler.now() - askedAt < ANSWER_MS) return
          askedAt = scheduler.now()
          channel.send({ kind: 'ask', id, load, after: trail.log().at(-1)?.n ?? 0 })
        }),
      )
      show()
    })
  return { pages$, watch }
}
