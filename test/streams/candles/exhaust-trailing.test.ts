import { of } from 'rxjs'
import { describe, it } from 'vitest'
import { marbles } from '#test/support/client/marbles.ts'
import { exhaustTrailing } from '#src/streams/candles/history.ts'

describe('[ST-14] exhaustTrailing', () => {
  it('runs exactly once more for triggers during a run', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-bcd------e---------|')
      const load$ = cold('     ---x|')
      const expected = '      ----x---x------x------|'
      const subscriptions = ['-^---!', '-----^---!', '------------^---!']

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$))).toBe(expected)
      expectSubscriptions(load$.subscriptions).toBe(subscriptions)
    }))

  it('finishes the current and the pending run after the last trigger', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-b|')
      const load$ = cold('     ---x|')
      const expected = '      ----x---x|'

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$))).toBe(expected)
      expectSubscriptions(triggers$.subscriptions).toBe('^---!')
    }))

  it('stops the run when unsubscribed', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const triggers$ = hot(' -a-b----')
      const load$ = cold('     ----x|')
      const unsubscribed = '  ---!'

      expectObservable(triggers$.pipe(exhaustTrailing(() => load$)), unsubscribed).toBe('')
      expectSubscriptions(load$.subscriptions).toBe('-^-!')
      expectSubscriptions(triggers$.subscriptions).toBe('^--!')
    }))

  it('handles a synchronous run', () =>
    marbles(({ hot, expectObservable }) => {
      const triggers$ = hot(' -a-bc-|')
      expectObservable(triggers$.pipe(exhaustTrailing(() => of('x')))).toBe('-x-xx-|')
    }))
})
