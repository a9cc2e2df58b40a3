import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { wizardCommands } from '#src/machines/wizard/commands.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'
import { duplicateOf } from './duplicate.ts'

/** Opens a copy of a strategy in the wizard; asks first if the wizard cannot take over all of it. */
export function useDuplicate() {
  const { commands, wizard } = useTradingContext()
  const { dialogs } = useOverlays()

  return async (id: string, name: string) => {
    const result = await commands.definition(id)
    if (!result.ok) return dialogs.alert({ title: `Failed to duplicate strategy: ${result.error.text}` })
    const { draft, losses } = duplicateOf(result.value, CATALOGUE)
    const isConfirmed =
      losses.length === 0 ||
      (await dialogs.confirm({
        title: `Duplicate "${name}" in part?`,
        text: `The copy will lack:\n\n${losses.join('\n')}\n\nFor an exact copy, export the strategy and import the file.`,
        confirmText: 'Open the Wizard',
      }))
    if (isConfirmed) wizardCommands(wizard).adapt(draft)
    return undefined
  }
}
