import { describe, expect, it } from 'vitest'
import { VirtualTimeScheduler } from 'rxjs'
import { createActor, setup } from 'xstate'
import { answerOtherPages, createOtherPages } from '#src/app/other-pages.ts'
import type { Inspected, OtherPage } from '#src/app/services.ts'
import { createRecorder } from '#src/lib/inspection/recorder.ts'
import type { Channel } from '#src/transport/session/tabs.ts'

const lamp = setup({ types: { events: {} as { type: 'press' } } }).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
})

/** Pages that hear each other but not themselves, and what was sent. */
function createAir() {
  const listeners = new Map<Channel, (value: unknown) => void>()
  const sent: string[] = []
  const channel = (): Channel => {
    const own: Channel = {
      send: (value) => {
        const text = JSON.stringify(value)
        sent.push(text)
        for (const [other, listener] of listeners) if (other !== own) listener(JSON.parse(text))
      },
      listen: (listener) => {
        listeners.set(own, listener)
        return () => listeners.delete(own)
      },
    }
    return own
  }
  return { channel, sent, asks: () => sent.filter((text) => text.startsWith('{"kind":"ask"')).length }
}

const PAGE: OtherPage = { id: 'one', title: 'Dashboard', path: '/dashboard' }

/** A page that has just been loaded, with a lamp that is off. */
function loadPage(channel: Channel, load: string) {
  const recorder = createRecorder(() => 1)
  const actor = createActor(lamp, { inspect: recorder.inspect }).start()
  const recording = {
    recorded: () => ({ since: 1, until: 2, entries: 3 }),
    save: () => Promise.resolve(`the recording of ${load}`),
  }
  const inspected = { trail: recorder, flows: () => [], feeds: () => [], recording }
  return { actor, stop: answerOtherPages(channel, { page: () => PAGE, load, inspected }) }
}

function watchedPage() {
  const air = createAir()
  const { actor, stop } = loadPage(air.channel(), 'first')
  const scheduler = new VirtualTimeScheduler(undefined, 0)
  const advanceTo = (ms: number) => {
    scheduler.maxFrames = ms
    scheduler.flush()
  }
  return { air, actor, stop, advanceTo, others: (channel: Channel) => createOtherPages(channel, scheduler) }
}

describe('other pages', () => {
  it('[IN-19] are listed while they answer', () => {
    const { air, stop, advanceTo, others } = watchedPage()
    const seen: string[] = []
    const watching = air.channel()
    others(watching).pages$.subscribe((pages) => seen.push(pages.map(({ path }) => path).join()))
    advanceTo(5_000)
    expect(seen.at(-1)).toBe('/dashboard')
    stop()
    advanceTo(20_000)
    expect(seen.at(-1)).toBe('')
  })

  it('[IN-19] tell what happened since they were opened, and each entry once', () => {
    const { air, actor, advanceTo, others } = watchedPage()
    actor.send({ type: 'press' })
    let inspected: Inspected | undefined
    const watching = others(air.channel())
      .watch(PAGE.id)
      .subscribe((next) => (inspected = next))
    advanceTo(100)
    expect(inspected?.trail.last('a1')?.state).toBe('on')
    const before = inspected?.trail.log().length ?? 0
    actor.send({ type: 'press' })
    advanceTo(600)
    expect(inspected?.trail.last('a1')?.state).toBe('off')
    expect(inspected?.trail.log().map(({ n }) => n)).toEqual(
      Array.from({ length: before + 3 }, (_, index) => index + 1),
    )
    watching.unsubscribe()
    const asked = air.asks()
    advanceTo(5_000)
    expect(air.asks()).toBe(asked)
  })

  it('[IN-19] are watched on after a reload, from their new start, and their recording is saved', async () => {
    const { air, actor, stop, advanceTo, others } = watchedPage()
    for (let presses = 0; presses < 5; presses += 1) actor.send({ type: 'press' })
    let inspected: Inspected | undefined
    others(air.channel())
      .watch(PAGE.id)
      .subscribe((next) => (inspected = next))
    advanceTo(100)
    expect(inspected?.trail.last('a1')?.state).toBe('on')
    expect(inspected?.recording?.recorded()).toEqual({ since: 1, until: 2, entries: 3 })
    stop()
    const reloaded = loadPage(air.channel(), 'second')
    advanceTo(3_000)
    expect(inspected?.trail.last('a1')?.state).toBe('off')
    expect(inspected?.trail.log().length).toBeLessThan(5)
    await expect(inspected?.recording?.save()).resolves.toBe('the recording of second')
    reloaded.stop()
    const unanswered = inspected?.recording?.save()
    advanceTo(20_000)
    await expect(unanswered).resolves.toBeUndefined()
  })

  it('[IN-19] are asked again only after a while if they do not answer, and what is no message is ignored', () => {
    const { air, stop, advanceTo, others } = watchedPage()
    stop()
    const stranger = air.channel()
    let inspected: Inspected | undefined
    others(air.channel())
      .watch(PAGE.id)
      .subscribe((next) => (inspected = next))
    advanceTo(1_900)
    expect(air.asks()).toBe(1)
    advanceTo(2_100)
    expect(air.asks()).toBe(2)
    stranger.send({ kind: 'happened', id: PAGE.id, trail: { log: 7 } })
    expect(inspected?.trail.log()).toEqual([])
  })
})
