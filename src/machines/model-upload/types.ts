import type { Notice } from '../models/types.ts'
import type { UploadFile } from './files.ts'
import type { ModelResult } from '../models/ports.ts'

export interface UploadContext {
  readonly files: readonly UploadFile[]
  readonly nextId: number
  /** Error in the dialog until the next change. */
  readonly failure: string | undefined
  /** Of the current or last upload: number of model files, and how many succeeded. */
  readonly total: number
  readonly succeeded: number
}

/** `share` is the fraction of the file that was sent, 0 to 1. */
export type UploadEvent =
  | { readonly type: 'files.added'; readonly files: readonly File[] }
  | { readonly type: 'file.removed'; readonly id: number }
  | { readonly type: 'cleared' | 'submit' | 'cancel' }
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'sent'; readonly id: number; readonly result: ModelResult<string | undefined> }

/**
 * `alert`: needs to be acknowledged. `stored`: the server has one more model. `ended`: an upload is over; `isComplete` if
 * nothing is left to send.
 */
export type UploadNotice =
  | Notice
  | { readonly type: 'alert'; readonly text: string }
  | { readonly type: 'stored' }
  | { readonly type: 'ended'; readonly isComplete: boolean }

export const INITIAL_CONTEXT: UploadContext = { files: [], nextId: 1, failure: undefined, total: 0, succeeded: 0 }
