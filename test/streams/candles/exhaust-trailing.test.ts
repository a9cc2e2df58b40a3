import { of } from 'rxjs'
import { describe, it } from 'vitest'
import { exhaustTrailing } from '#src/streams/candles/exhaust-trailing.ts'
import { marbles } from '#test/support/client/marbles.ts'

describe('[ST-14] exhaustTrailing', () => {
  it('runs once more for whatever asked while it ran, and no more than that', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-bcd------e---------|')
      const load$ = cold('     ---x|')
      const expected = '      ----x---x------x------|'
      const subscriptions = ['-^---!', '-----^---!', '------------^---!']

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$))).toBe(expected)
      expectSubscriptions(load$.subscriptions).toBe(subscriptions)
    }))

  it('finishes what runs and what is due after the last trigger', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-b|')
      const load$ = cold('     ---x|')
      const expected = '      ----x---x|'

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$))).toBe(expected)
      expectSubscriptions(triggers$.subscriptions).toBe('^---!')
    }))

  it('stops the load when nobody listens any more', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-b----')
      const load$ = cold('     ----x|')
      const unsubscribed = '  ---!'

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$)), unsubscribed).toBe('')
      expectSubscriptions(load$.subscriptions).toBe('-^-!')
      expectSubscriptions(triggers$.subscriptions).toBe('^--!')
    }))

  it('takes a load that is done at once', () =>
    marbles(({ hot, expectObservable }) => {
      const triggers$ = hot(' -a-bc-|')
      expectObservable(triggers$.pipe(exhaustTrailing(() => of('x')))).toBe('-x-xx-|')
    }))
})
