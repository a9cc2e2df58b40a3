import { useSelector } from '@xstate/react'
import type { WizardSnapshot } from '#src/machines/wizard/machine.ts'
import type { WizardEvent } from '#src/machines/wizard/types.ts'
import { useTradingContext } from '../trading-context.ts'

export interface Wizard {
  readonly snapshot: WizardSnapshot
  readonly send: (event: WizardEvent) => void
  /** Whether the machine accepts the event now; enables the controls. */
  readonly can: (event: WizardEvent) => boolean
}

export function useWizard(): Wizard {
  const { wizard } = useTradingContext()
  const snapshot = useSelector(wizard, (now) => now)
  return { snapshot, send: wizard.send, can: (event) => snapshot.can(event) }
}
