import type { ListedModel } from '#contract/models/view-model.ts'
import { mapResult } from '#src/lib/result.ts'
import type { ModelResult, ModelsApi } from '#src/machines/models/types.ts'
import { hasFile } from '#src/machines/models/machine.ts'
import { failureText, type RowAction } from '#src/machines/models/texts.ts'
import { pluralize } from '#src/ui/format/number.ts'
import type { BulkAction } from '#src/ui/table/bulk.ts'

const outcome = async (action: RowAction, run: Promise<ModelResult<unknown>>) =>
  mapResult(
    await run,
    () => undefined,
    (error) => failureText(action, error),
  )

/** What can be done with several models together. */
export const bulkModelActions = (
  api: Pick<ModelsApi, 'activate' | 'deactivate' | 'remove'>,
): readonly BulkAction<ListedModel>[] => [
  {
    label: 'Activate',
    question: (count) => `Activate ${pluralize(count, 'model')}?`,
    consequence: () => 'Those that can be scored generate signals from the next candle on.',
    isHarmful: false,
    exempts: (model) => {
      if (model.isActive) return 'Already active'
      return hasFile(model) ? undefined : 'Its file is missing'
    },
    run: ({ id }) => outcome('activate', api.activate(id)),
  },
  {
    label: 'Deactivate',
    question: (count) => `Deactivate ${pluralize(count, 'model')}?`,
    consequence: () => 'They generate no signals until they are activated again.',
    isHarmful: false,
    exempts: ({ isActive }) => (isActive ? undefined : 'Already inactive'),
    run: ({ id }) => outcome('deactivate', api.deactivate(id)),
  },
  {
    label: 'Delete',
    question: (count) => `Delete ${pluralize(count, 'model')}?`,
    consequence: () => 'The models and their files are removed. This cannot be undone.',
    isHarmful: true,
    exempts: () => undefined,
    run: ({ id }) => outcome('remove', api.remove(id)),
  },
]
