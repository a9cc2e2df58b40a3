import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { wizardCommands } from '#src/machines/wizard/commands.ts'
import { duplicateOf } from '#src/machines/wizard/from-definition.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'

/** Opens a copy of a strategy in the wizard. */
export function useDuplicate() {
  const { commands, wizard } = useTradingContext()
  const { dialogs } = useOverlays()

  return async (id: string) => {
    const result = await commands.definition(id)
    if (!result.ok) return dialogs.alert({ title: `Failed to duplicate strategy: ${result.error.text}` })
    wizardCommands(wizard).adapt(duplicateOf(result.value, CATALOGUE))
    return undefined
  }
}
