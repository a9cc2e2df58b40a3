import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { SCORE_KINDS, type ScoreCard, type ScoreQuery } from '#contract/score-card/schema.ts'
import { useCardScores } from '#src/features/dashboard/scores/card-scores.ts'
import { CardScoresProvider } from '#src/features/dashboard/DashboardScreen.tsx'
import { ScoreLine } from '#src/features/dashboard/scores/ScoreLine.tsx'
import { scoreRows } from '#src/features/dashboard/detail/DetailDialog.tsx'
import type { Result } from '#src/lib/result.ts'
import { DEFAULT_VIEW, type DashboardView } from '#src/streams/index.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { servedWith } from '#test/support/client/services.tsx'

const NOTHING = { reliability: [], pairs: [], timeframes: [], classes: [], months: [] }
const TOTALS = {
  level: { held: 212, count: 431, claimed: 0.51, chance: 0.47 },
  pattern: { held: 9, count: 29, claimed: 0.51, chance: 0.47 },
  regime: { held: 0, count: 0, claimed: null, chance: null },
  break: { held: 1_200, count: 2_400, claimed: null, chance: 0.49 },
}
const CARD: ScoreCard = {
  kinds: SCORE_KINDS.map((kind) => ({ kind, total: TOTALS[kind], ...NOTHING })),
  pairs: ['BTCUSD'],
  months: [],
  market: 'simulated',
  past: { counted: 0, waiting: 0, sources: [] },
}

const Rows = () => <KeyValueList items={scoreRows(SCORE_KINDS, useCardScores())} />

function show() {
  const asked: { readonly query: ScoreQuery; readonly answer: (result: Result<ScoreCard>) => void }[] = []
  const view$ = new BehaviorSubject<DashboardView>(DEFAULT_VIEW)
  const scoreCard = (query: ScoreQuery) =>
    new Promise<Result<ScoreCard>>((resolve) => asked.push({ query, answer: resolve }))
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router}>
      <CardScoresProvider>
        {SCORE_KINDS.map((kind) => (
          <section key={kind} data-testid={kind}>
            <ScoreLine kind={kind} />
          </section>
        ))}
        <Rows />
      </CardScoresProvider>
    </RouterContextProvider>,
    { wrapper: servedWith({ scoreCard, streams: { view$ } }) },
  )
  const answer = (result: Result<ScoreCard>) => act(async () => asked.at(-1)?.answer(result))
  return { asked, answer, view$ }
}
const lines = () => SCORE_KINDS.map((kind) => screen.getByTestId(kind).textContent.trim())

describe('[SC-43] the scores of the cards', () => {
  it('say how many held, and that few cases are too few', async () => {
    const { answer } = show()
    expect(lines()).toEqual(['', '', '', ''])
    await answer({ ok: true, value: CARD })
    expect(lines()).toEqual([
      'Score: held 212 of 431 (49 %), claimed 51 %',
      'Score: held 9 of 29, too few to tell',
      'Score: no closed cases yet',
      'Score: held 1,200 of 2,400 (50 %)',
    ])
  })

  it('are links to their cases, with the interval, in the dialog', async () => {
    const { answer } = show()
    await answer({ ok: true, value: CARD })
    const link = screen.getByRole('link', {
      name: 'held 212 of 431 (49 %), 95 % interval 44 to 54 %, claimed 51 %, chance 47 %',
    })
    expect(link).toHaveAttribute('href', '/score?kind=level&pair=BTCUSD')
    expect(screen.getAllByRole('link')).toHaveLength(4)
  })

  it('are of the pair that is shown, never of the one before', async () => {
    const { asked, answer, view$ } = show()
    await answer({ ok: true, value: CARD })
    act(() => view$.next({ ...DEFAULT_VIEW, pair: 'ETHUSD' }))
    expect(lines()).toEqual(['', '', '', ''])
    expect(asked.map(({ query }) => query)).toEqual([{ pair: 'BTCUSD' }, { pair: 'ETHUSD' }])
    await answer({ ok: false, error: 'The server is busy.' })
    expect(lines()[0]).toBe('Score could not be loaded')
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })
})
