import { auditTime, NEVER, Subject, type Observable } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { createRenderScheduler } from '#src/app/render-scheduler.ts'
import { marbles } from '#test/support/client/marbles.ts'

/** Values rendered of a flow by a scheduler of the given name. */
const published = (paint: ReturnType<typeof createRenderScheduler>, flow$: Observable<string>) =>
  flow$.pipe(auditTime(0, paint))
const now = (work: () => void): void => work()
const PORTS = { commit: now, press$: NEVER }

// Frames are skipped after a render: what is left in the scheduler would leak into the next test.
it('[MA-70] [ST-17] renders in the next frame, in every sixth one under load, and once after a hidden tab', () => {
  marbles(({ animate, hot, expectObservable }) => {
    animate('                      --x--x--x--x--x--x------------x--x--x--x--x--x--x')
    const message$ = hot('         a--b--c--d--e-----------fghi--')
    expectObservable(published(createRenderScheduler(PORTS), message$)).toBe('--a---------------------------i')
  })
})

it('[MA-70] [ST-17] renders all due work in one frame', () => {
  marbles(({ animate, hot, expectObservable }) => {
    const paint = createRenderScheduler(PORTS)
    animate('                      --x--x--x--x--x--x--x--x--x--x--x--x--x')
    const one$ = hot('             a--b--c--------')
    const other$ = hot('           x-----y--------')
    expectObservable(published(paint, one$)).toBe('  --a-----------------c')
    expectObservable(published(paint, other$)).toBe('--x-----------------y')
  })
})

it('[MA-70] [ST-17] commits within the frame', () => {
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

  it('skips the two frames after it', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(10))
      const press$ = hot('   p')
      const message$ = hot(' -a')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe('--------a')
    })
  })

  it('delays a pending render', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(16))
      const press$ = hot('   -------------------p')
      const message$ = hot(' a---b-----------------c')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe(
        '--a-----------------------c',
      )
    })
  })

  it('does not delay a render that waits longer anyway', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(16))
      const press$ = hot('   ---p--p')
      const message$ = hot(' a---b')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe('--a-----------------b')
    })
  })

  it('repeated, lets every tenth frame render', () => {
    marbles(({ animate, hot, expectObservable }) => {
      animate(frames(28))
      const press$ = hot(`   ${'---p'.padEnd(60, '--p')}`)
      const message$ = hot(' a---------b----------------------c')
      expectObservable(published(createRenderScheduler({ ...PORTS, press$ }), message$)).toBe(
        `--a${'-'.repeat(29)}b${'-'.repeat(29)}c`,
      )
    })
  })

  it('is ignored after stop', () => {
    const press$ = new Subject()
    const paint = createRenderScheduler({ ...PORTS, press$ })
    expect(press$.observed).toBe(true)
    paint.stop()
    expect(press$.observed).toBe(false)
  })
})
