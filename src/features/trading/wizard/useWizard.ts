import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { wizardStep, type WizardSnapshot } from '#src/machines/wizard/machine.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
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

/** Whether the wizard is open. Says so when it has saved a strategy; `onCreated` follows if that is a new one. */
export function useWizardDialog(onCreated: () => void): boolean {
  const { wizard } = useTradingContext()
  const { toasts } = useOverlays()
  const follow = useEffectEvent(onCreated)
  useEffect(() => {
    const subscription = wizard.on('created', ({ name, versionNumber }) => {
      if (versionNumber !== undefined) return toasts.success(`Strategy "${name}" is now version ${versionNumber}`)
      toasts.success(`Strategy "${name}" created`)
      follow()
    })
    return () => subscription.unsubscribe()
  }, [wizard, toasts])
  return useSelector(wizard, (snapshot) => wizardStep(snapshot) !== undefined)
}
