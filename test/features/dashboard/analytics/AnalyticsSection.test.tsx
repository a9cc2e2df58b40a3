import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AnalyticsSection } from '#src/features/dashboard/analytics/AnalyticsSection.tsx'
import type { CardChoice } from '#src/features/dashboard/analytics/CardStrip.tsx'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'

function show(isEstablishing: boolean, shown: CardChoice = 'all') {
  const onShow = vi.fn<(choice: CardChoice) => void>()
  render(<AnalyticsSection {...{ isEstablishing, shown, onShow }} matrix="Matrix" renderCard={(name) => `<${name}>`} />)
  return onShow
}

describe('[MA-67] the Market Analytics Dashboard', () => {
  it('shows that it is connecting, with placeholders for the cards', () => {
    show(true)
    expect(screen.getByRole('region', { name: 'Market Analytics Dashboard' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status').textContent).toBe('Establishing connection to Redis streams...')
    expect(screen.queryByText(`<${CARD_NAMES[0]}>`)).toBeNull()
    expect(document.querySelectorAll('[aria-hidden="true"]').length).toBeGreaterThanOrEqual(CARD_NAMES.length)
  })

  it('otherwise shows the cards in order', () => {
    show(false)
    expect(screen.getByRole('region').textContent).toMatch(
      new RegExp(`Matrix.*${CARD_NAMES.map((name) => `<${name}>`).join('')}$`),
    )
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('[DA-22] names the card that small screens show, and changes it by keyboard', async () => {
    const onShow = show(false, 'levels')
    const choices = within(screen.getByRole('group', { name: 'Cards' })).getAllByRole('button')
    expect(
      choices.filter((each) => each.getAttribute('aria-pressed') === 'true').map((each) => each.textContent),
    ).toEqual(['Levels'])
    const user = userEvent.setup({ delay: null })
    await user.tab()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(onShow).toHaveBeenCalledWith(document.activeElement?.textContent?.toLowerCase())
  })
})
