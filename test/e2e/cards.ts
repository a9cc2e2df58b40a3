import type { Page } from '@playwright/test'
import { CARD_NAMES, CARDS as DECLARED } from '#src/features/dashboard/cards.ts'

/** The analysis cards: the name of each, and the name of the dialog with its raw message. */
export const CARDS = CARD_NAMES.map((name) => {
  const { title, dialogTitle = title } = DECLARED[name]
  return [title, dialogTitle] as const
})

export const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
