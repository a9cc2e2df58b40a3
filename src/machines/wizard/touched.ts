import { EMPTY_DRAFT } from './draft.ts'
import type { WizardContext } from './model.ts'

/** Something was entered that would be lost. */
export function isTouched({ draft, form }: Pick<WizardContext, 'draft' | 'form'>): boolean {
  if (form !== undefined) return true
  return JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT)
}
