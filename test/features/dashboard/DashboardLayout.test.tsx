import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DashboardLayout } from '#src/features/dashboard/DashboardLayout.tsx'

it('[DA-4] stands in the documented order, and a column without content is absent', () => {
  const part = (text: string) => <section>{text}</section>
  const { container, rerender } = render(<DashboardLayout chart={part('chart')} comparison={part('comparison')} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeTruthy()
  const parts = () => [...container.querySelectorAll('section')].map(({ textContent }) => textContent)
  expect(parts()).toEqual(['chart', 'comparison'])
  rerender(
    <DashboardLayout
      chart={part('chart')}
      aside={part('cards')}
      models={part('models')}
      comparison={part('comparison')}
    />,
  )
  expect(parts()).toEqual(['chart', 'cards', 'models', 'comparison'])
})
