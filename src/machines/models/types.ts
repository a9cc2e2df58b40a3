import type { DoneActorEvent, ErrorActorEvent } from 'xstate'
import type { RolledBack } from '#contract/models/model.ts'
import type { ListedModel, ModelDetails, ModelFailure } from '#contract/models/view-model.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import { failure, type Result } from '#src/lib/result.ts'
import type { RowAction } from './texts.ts'

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

export type ModelRef = Pick<ListedModel, 'id' | 'name'>

export interface ModelsContext {
  /** The last list loaded; undefined before the first. */
  readonly models: readonly ListedModel[] | undefined
  readonly loadedAt: number | undefined
  /** Why the last load failed. */
  readonly failure: string | undefined
  /** Pending actions by model id, with the name of the model. */
  readonly pending: Readonly<Record<string, { readonly action: RowAction; readonly name: string }>>
  /** The model whose details were opened last; empty before the first. */
  readonly openedId: string
  /** Details of the opened model; undefined until loaded. */
  readonly details: ModelDetails | undefined
  /** Why the last load of the details failed. */
  readonly detailsFailure: string | undefined
}

export type ModelsEvent =
  | { readonly type: 'refresh' | 'autoActivate' | 'details.refresh' | 'details.close' }
  | { readonly type: 'action'; readonly action: RowAction; readonly model: ModelRef }
  | { readonly type: 'rollBack'; readonly changeId: string }
  | { readonly type: 'details.open'; readonly id: string }
  /** An action has changed some model. */
  | { readonly type: 'changed' }
  | DoneActorEvent<ModelResult<string | undefined>, ActionId>
  | ErrorActorEvent<unknown, ActionId>

/** Id of the actor that runs an action, by the id of the model. */
export type ActionId = `action.${string}`

/** A notice for the user. */
export interface Notice {
  readonly type: 'notice'
  readonly tone: 'success' | 'error' | 'info'
  readonly text: string
}

export const notice = (tone: Notice['tone'], text: string): Notice => ({ type: 'notice', tone, text })

export const INITIAL_CONTEXT: ModelsContext = {
  models: undefined,
  loadedAt: undefined,
  failure: undefined,
  pending: {},
  openedId: '',
  details: undefined,
  detailsFailure: undefined,
}
