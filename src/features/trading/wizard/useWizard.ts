import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { WizardActor, WizardSnapshot } from '#src/machines/wizard/machine.ts'
import type { WizardEvent } from '#src/machines/wizard/model.ts'

export const WizardContext = createContext<WizardActor | undefined>(undefined)

export interface Wizard {
  readonly snapshot: WizardSnapshot
  readonly send: (event: WizardEvent) => void
  /** True when the wizard would do something with the event now: what a control is enabled by. */
  readonly can: (event: WizardEvent) => boolean
}

/** The wizard that the dialog shows. */
export function useWizard(): Wizard {
  const actor = useContext(WizardContext)
  if (!actor) throw new Error('useWizard outside of WizardContext')
  const snapshot = useSelector(actor, (now) => now)
  return { snapshot, send: actor.send, can: (event) => snapshot.can(event) }
}
