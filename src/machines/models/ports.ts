import type { ListedModel, ModelDetails, ModelFailure } from '#contract/models/view-model.ts'
import type { RolledBack } from '#contract/models/model.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import { failure, type Result } from '#src/lib/result.ts'

export type ModelResult<T> = Result<T, ModelFailure>

/** The API of models. Failures are values. */
export interface ModelsApi {
  readonly list: (signal: AbortSignal) => Promise<ModelResult<readonly ListedModel[]>>
  readonly details: (id: string, signal: AbortSignal) => Promise<ModelResult<ModelDetails>>
  /** The value is the server's message, if any. */
  readonly activate: (id: string) => Promise<ModelResult<string | undefined>>
  readonly deactivate: (id: string) => Promise<ModelResult<string | undefined>>
  readonly remove: (id: string) => Promise<ModelResult<string | undefined>>
  readonly rollBack: (changeId: string) => Promise<ModelResult<RolledBack>>
  /** `onProgress` receives the fraction sent, 0 to 1. */
  readonly upload: (
    file: File,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<ModelResult<string | undefined>>
}

/** Ports of the models machine. */
export interface ModelsPorts {
  readonly api: Omit<ModelsApi, 'upload'>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

/** Result of a call that threw instead of answering. */
export const failedWith = (error: unknown): ModelResult<never> =>
  failure({ kind: 'unanswered', text: errorMessage(error) })

const byName = new Intl.Collator('en', { numeric: true })

/** Active first, then the most recently changed, then by name. */
export const sortModels = (models: readonly ListedModel[]): readonly ListedModel[] =>
  models.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || b.updatedAt - a.updatedAt || byName.compare(a.name, b.name),
  )
