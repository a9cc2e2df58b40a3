import type { Page } from '@playwright/test'

/** The five analysis cards: the name of each, and the name of the dialog with its raw message. */
export const CARDS = [
  ['Market Structure', 'Market Structure'],
  ['Pattern Recognition', 'Patterns'],
  ['Support & Resistance', 'Support and Resistance'],
  ['Technical Indicators', 'Technical Indicators'],
  ['Cross-Timeframe Confluence', 'Cross-Timeframe Confluence'],
] as const

export const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
