import { useSelector } from '@xstate/react'
import type { WizardSnapshot } from '#src/machines/wizard/machine.ts'
import type { WizardEvent } from '#src/machines/wizard/model.ts'
import { useTradingContext } from '../trading-context.ts'

export interface Wizard {
  readonly snapshot: WizardSnapshot
  readonly send: (event: WizardEvent) => void
  /** True when the wizard would do something with the event now: what a control is enabled by. */
  readonly can: (event: WizardEvent) => boolean
}

export function useWizard(): Wizard {
  const { wizard } = useTradingContext()
  const snapshot = useSelector(wizard, (now) => now)
  return { snapshot, send: wizard.send, can: (event) => snapshot.can(event) }
}
