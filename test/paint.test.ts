import { Observable } from 'rxjs'
import { expect, it } from 'vitest'
import { createPaint } from '#src/paint.ts'
import { createPainted } from '#src/streams/painted.ts'
import { marbles } from '#test/rig/marbles.ts'

/** What is published of a flow, on a paint of the given name. */
const published = (paint: ReturnType<typeof createPaint>, flow$: Observable<string>) =>
  new Observable<string>((seen) => {
    let newest = ''
    const painted = createPainted(paint, () => seen.next(newest))
    return flow$.subscribe((value) => {
      newest = value
      painted.mark()
    })
  })
const now = (work: () => void): void => work()

// The frames after the last one shown let it rest: what is left in the scheduler would be the next test's.
it('[MA-70] [ST-17] shows what came in the next frame, the newest in every sixth one under a flow, and one after a hidden tab', () => {
  marbles(({ animate, hot, expectObservable }) => {
    animate('                      --x--x--x--x--x--x------------x--x--x--x--x--x--x')
    const message$ = hot('         a--b--c--d--e-----------fghi--')
    expectObservable(published(createPaint(now), message$)).toBe('--a---------------------------i')
  })
})

it('[MA-70] [ST-17] shows all that is due in one frame, whoever it is for', () => {
  marbles(({ animate, hot, expectObservable }) => {
    const paint = createPaint(now)
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
    const paint = createPaint((work) => {
      log.push('begin')
      work()
      log.push('end')
    })
    published(paint, hot('a')).subscribe((value) => log.push(value))
    flush()
    expect(log).toEqual(['begin', 'a', 'end'])
  })
})
