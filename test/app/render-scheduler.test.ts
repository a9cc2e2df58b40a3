import { NEVER, Observable, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { createRenderScheduler } from '#src/app/render-scheduler.ts'
import { coalescePerFrame } from '#src/streams/coalesce-per-frame.ts'
import { marbles } from '#test/support/client/marbles.ts'

/** What is published of a flow, on a paint of the given name. */
const published = (paint: ReturnType<typeof createRenderScheduler>, flow$: Observable<string>) =>
  new Observable<string>((seen) => {
    let newest = ''
    const painted = coalescePerFrame(paint, () => seen.next(newest))
    return flow$.subscribe((value) => {
      newest = value
      painted.invalidate()
    })
  })
const now = (work: () => void): void => work()
const PORTS = { commit: now, press$: NEVER }

// The frames after the last one shown let it rest: what is left in the scheduler would be the next test's.
it('[MA-70] [ST-17] shows what came in the next frame, the newest in every sixth one under a flow, and one after a hidden tab', () => {
  marbles(({ animate, hot, expectObservable }) => {
    animate('                      --x--x--x--x--x--x------------x--x--x--x--x--x--x')
    const message$ = hot('         a--b--c--d--e-----------fghi--')
    expectObservable(published(createRenderScheduler(PORTS), message$)).toBe('--a---------------------------i')
  })
})

it('[MA-70] [ST-17] shows all that is due in one frame, whoever it is for', () => {
  marbles(({ animate, hot, expectObservable }) => {
    const paint = createRenderScheduler(PORTS)
    animate('                      --x--x--x--x--x--x--x--x--x--x--x--x--x')
    const one$ = hot('             a--b--c--------')
    const other$ = hot('           x-----y--------')
    expectObservable(published(paint, one$)).toBe('  --a-----------------c')
    expectObservable(published(paint, other$)).toBe('--x-----------------y')
  })
})

it('[MA-70] [ST-17] commits what it shows before the frame is over', () => {
  marbles(({ animate, hot, flush }) => {
    animate('            --x--x--x--x--x--x--x')
    const log: string[] = []
    const commit = (work: () => void) => {
      log.push('begin')
      work()
      log.push('end')
    }
    const paint = createRenderScheduler({ ...PORTS, commit })
    published(paint, hot('a')).subscribe((value) => log.push(value))
    flush()
    expect(log).toEqual(['begin', 'a', 'end'])
  })
})

describe('[MA-71] a press', () => {
  const frames = (count: number): string => '--x'.repeat(count)

  it('clears the two frames after it', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(10))
      const press$ = hot('   p')
      const message$ = hot(' -a')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe('--------a')
    })
  })

  it('puts off what a flow was about to show', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(16))
      const press$ = hot('   -------------------p')
      const message$ = hot(' a---b-----------------c')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe(
        '--a-----------------------c',
      )
    })
  })

  it('puts nothing off that waits longer anyway', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(16))
      const press$ = hot('   ---p--p')
      const message$ = hot(' a---b')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe('--a-----------------b')
    })
  })

  it('after press lets the tenth frame show what came', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(28))
      const press$ = hot(`   ${'---p'.padEnd(60, '--p')}`)
      const message$ = hot(' a---------b----------------------c')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe(
        `--a${'-'.repeat(29)}b${'-'.repeat(29)}c`,
      )
    })
  })

  it('is not heard any more once nothing is painted', () => {
    const press$ = new Subject()
    const paint = createRenderScheduler({ ...PORTS, press$ })
    expect(press$.observed).toBe(true)
    paint.stop()
    expect(press$.observed).toBe(false)
  })
})
