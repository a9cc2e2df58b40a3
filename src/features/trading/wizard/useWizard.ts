import { useSelector } from '@xstate/react'
import type { WizardSnapshot } from '#src/machines/wizard/machine.ts'
import { useTradingContext } from '../trading-context.ts'
import { wizardCommands, type WizardCommands } from '#src/machines/wizard/types.ts'

export interface Wizard {
  readonly snapshot: WizardSnapshot
  readonly commands: WizardCommands
  /** Whether the wizard accepts a command now; enables the controls. */
  readonly can: WizardCommands<boolean>
}

export function useWizard(): Wizard {
  const { wizard } = useTradingContext()
  const snapshot = useSelector(wizard, (now) => now)
  return {
    snapshot,
    commands: wizardCommands(wizard),
    can: wizardCommands({ send: (event) => snapshot.can(event) }),
  }
}
