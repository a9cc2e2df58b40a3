import type { ListedModel } from '#contract/models/view-model.ts'
import type { ModelsSnapshot } from './machine.ts'
import type { ModelsContext } from './types.ts'

export const modelList = ({ context }: ModelsSnapshot): ModelsContext => context
export const isLoadingList = (snapshot: ModelsSnapshot): boolean => snapshot.matches({ list: 'loading' })
export const isLoadingDetails = (snapshot: ModelsSnapshot): boolean =>
  snapshot.matches({ details: { open: 'loading' } })
export const isRollingBack = (snapshot: ModelsSnapshot): boolean => snapshot.matches({ rollBack: 'running' })

/** Whether a model's file is there, without which it cannot be activated. */
export const hasFile = ({ scoring }: ListedModel): boolean => scoring?.state !== 'file_missing'

/** The model whose details are open. */
export const openedModel = (snapshot: ModelsSnapshot): ListedModel | undefined =>
  snapshot.matches({ details: 'open' })
    ? snapshot.context.models?.find(({ id }) => id === snapshot.context.openedId)
    : undefined
