import { EMPTY_DRAFT } from './draft.ts'
import type { WizardContext } from './types.ts'

/** Whether the draft or rule form has input. */
export function isTouched({ draft, form }: Pick<WizardContext, 'draft' | 'form'>): boolean {
  if (form !== undefined) return true
  return JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT)
}
