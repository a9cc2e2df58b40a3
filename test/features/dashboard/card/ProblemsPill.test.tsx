import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ProblemsPill } from '#src/features/dashboard/card/AnalysisCard.tsx'
import { problem } from '#src/analysis/problems.ts'

const problems = [problem('invalid_summary'), problem('missing_exchange')]
const listedProblems = async () => (await screen.findAllByRole('listitem')).map((each) => each.textContent)
const PROBLEMS = [
  'invalid_summaryThe summary is incomplete and counts as zero.',
  'missing_exchangeThe exchange is missing.',
]

describe('[MA-36] [UI-16] the problems pill', () => {
  it('lists the problems on hover', async () => {
    render(<ProblemsPill problems={problems} />)
    await userEvent.hover(screen.getByText('data incomplete (2)'))
    expect(await listedProblems()).toEqual(PROBLEMS)
  })

  it('lists them on Enter and closes on Escape, restoring focus', async () => {
    render(<ProblemsPill problems={problems} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(await listedProblems()).toEqual(PROBLEMS)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryAllByRole('listitem')).toEqual([])
    expect(document.activeElement?.textContent).toBe('data incomplete (2)')
  })
})
