import { it } from 'vitest'
import { inPeace } from '#src/features/dashboard/analytics/inPeace.ts'
import { marbles } from '#test/rig/marbles.ts'

it('[MA-70] a card gets its first message at once and the newest one in every other frame; in a hidden tab one waits', () => {
  marbles(({ animate, cold, expectObservable }) => {
    animate('                      --x--x--x--x--x--x------------x--x')
    const message$ = cold('       a--b--c--d--e-----------fghi------')
    expectObservable(message$.pipe(inPeace()), '^------------------------------------!').toBe(
      '                            a----b-----d-----e---------------i',
    )
  })
})
