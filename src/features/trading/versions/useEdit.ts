import { useObservableEagerState } from 'observable-hooks'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { EDITABLE_STATUSES } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { draftFrom } from '#src/machines/wizard/from-definition.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'
import { wizardCommands } from '#src/machines/wizard/types.ts'

type Editable = Pick<StrategySummary, 'id' | 'status' | 'version_number' | 'shared_by'>

/**
 * Opens the wizard with the values of a version, the present one by default, to save them as the next version. A draft that
 * was begun on the present version is continued.
 */
export function useEdit({ id, status, version_number: present, shared_by: sharedBy }: Editable) {
  const { commands, wizard, drafts, canEdit: mayTrade } = useTradingContext()
  const { dialogs } = useOverlays()
  const saved = useObservableEagerState(drafts.list$)

  async function edit(from = present): Promise<void> {
    const begun = saved.find(({ edits }) => edits?.strategyId === id && edits.versionNumber === present)
    if (begun && from === present) return wizardCommands(wizard).resume(begun)
    const result = await commands.version(id, from)
    if (!result.ok) {
      await dialogs.alert({ title: `Failed to edit strategy: ${result.error.text}` })
      return undefined
    }
    const draft = draftFrom(result.value.definition, CATALOGUE)
    wizardCommands(wizard).edit(draft, { strategyId: id, versionNumber: present })
    return undefined
  }

  return { canEdit: mayTrade && sharedBy === undefined && EDITABLE_STATUSES.includes(status), edit }
}
