import type { RowAction } from './texts.ts'
import type { ModelRef, ModelsEvent } from './types.ts'

/** Commands of the model list and of the details. */
export const modelsCommands = (models: { readonly send: (event: ModelsEvent) => void }) => ({
  /** Loads the list again. */
  refresh: () => models.send({ type: 'refresh' }),
  /** Ignored while another action on the same model is pending. */
  run: (action: RowAction, model: ModelRef) => models.send({ type: 'action', action, model }),
  /** Activates the first inactive model. */
  autoActivate: () => models.send({ type: 'autoActivate' }),
  /** Restores the activations from before the change; ignored while another roll-back is pending. */
  rollBack: (changeId: string) => models.send({ type: 'rollBack', changeId }),
  openDetails: (id: string) => models.send({ type: 'details.open', id }),
  refreshDetails: () => models.send({ type: 'details.refresh' }),
  closeDetails: () => models.send({ type: 'details.close' }),
})

export type ModelsCommands = ReturnType<typeof modelsCommands>
