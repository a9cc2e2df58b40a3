import type { DoneActorEvent, ErrorActorEvent } from 'xstate'
import type { ListedModel, ModelDetails } from '#contract/models/view-model.ts'
import type { RowAction } from './texts.ts'
import type { ModelResult } from './ports.ts'

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
