import type { WizardSnapshot } from './machine.ts'
import { WIZARD_STEPS, type WizardStep } from './steps.ts'
import { isTouched } from './types.ts'

/** The current step; undefined while the wizard is closed. */
export const wizardStep = (snapshot: WizardSnapshot): WizardStep | undefined =>
  WIZARD_STEPS.find((step) => snapshot.matches({ open: step }))

export const isCreating = (snapshot: WizardSnapshot): boolean => snapshot.matches({ open: { review: 'creating' } })
export const isWritingRule = (snapshot: WizardSnapshot): boolean => snapshot.matches({ open: { rules: 'writing' } })

/** Whether discarding the draft would lose input. */
export const hasEntries = ({ context }: WizardSnapshot): boolean => isTouched(context)
