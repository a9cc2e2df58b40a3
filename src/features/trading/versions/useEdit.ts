import { useObservableEagerState } from 'observable-hooks'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { EDITABLE_STATUSES } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { wizardCommands } from '#src/machines/wizard/commands.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { draftOf } from '../list/duplicate.ts'
import { useTradingContext } from '../trading-context.ts'

type Editable = Pick<StrategySummary, 'id' | 'name' | 'status' | 'version_number' | 'shared_by'>

/**
 * Opens the wizard with the values of a version, the present one by default, to save them as the next version. A draft that
 * was begun on the present version is continued. Asks first if the wizard cannot take over everything.
 */
export function useEdit({ id, name, status, version_number: present, shared_by: sharedBy }: Editable) {
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
    const { draft, losses } = draftOf(result.value.definition, CATALOGUE)
    const isConfirmed =
      losses.length === 0 ||
      (await dialogs.confirm({
        title: `Edit "${name}" in part?`,
        text: `The new version will lack:\n\n${losses.join('\n')}\n\nThe present version stays readable.`,
        confirmText: 'Open the Wizard',
      }))
    if (isConfirmed) wizardCommands(wizard).edit(draft, { strategyId: id, versionNumber: present })
    return undefined
  }

  return { canEdit: mayTrade && sharedBy === undefined && EDITABLE_STATUSES.includes(status), edit }
}
