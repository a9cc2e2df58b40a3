import { assign, emit, enqueueActions, fromCallback, not, setup } from 'xstate'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ModelResult } from '#contract/models/listed.ts'
import type { ModelsApi } from '../models/ports.ts'
import { bulkFailure } from '../models/texts.ts'
import * as list from './files.ts'
import type { UploadFile } from './files.ts'

export interface UploadContext {
  readonly files: readonly UploadFile[]
  readonly nextId: number
  /** Error in the dialog until the next change. */
  readonly failure: string | undefined
  /** Of the current or last upload: number of model files, and how many succeeded. */
  readonly total: number
  readonly succeeded: number
}

export type UploadEvent =
  | { readonly type: 'files.added'; readonly files: readonly File[] }
  | { readonly type: 'file.removed'; readonly id: number }
  | { readonly type: 'cleared' }
  | { readonly type: 'submit' }
  | { readonly type: 'cancel' }
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'sent'; readonly id: number; readonly result: ModelResult<string | undefined> }

/** `alert`: needs to be acknowledged. `ended`: an upload is over; `isComplete` if nothing is left to send. */
export type UploadNotice =
  | { readonly type: 'alert'; readonly text: string }
  | { readonly type: 'notice'; readonly tone: 'success' | 'error' | 'info'; readonly text: string }
  | { readonly type: 'ended'; readonly isComplete: boolean }

export const NO_FILE = 'Please select at least one file'
export const NO_MODEL = 'No model files found. Please select .pkl, .joblib, or .onnx files.'

const EMPTY: UploadContext = { files: [], nextId: 1, failure: undefined, total: 0, succeeded: 0 }

const modelFiles = (count: number) => `${count} model file${count === 1 ? '' : 's'}`

/** Summary of a finished upload. */
function summary({ total, succeeded }: UploadContext): UploadNotice {
  if (succeeded === 0) return { type: 'notice', tone: 'error', text: 'Failed to upload any model files' }
  return {
    type: 'notice',
    tone: 'success',
    text: `Successfully uploaded ${succeeded} out of ${total} model files`,
  }
}

/** Bulk upload: files are sent one at a time with a pause in between; can be cancelled at any time. */
export const uploadMachine = ({ upload }: Pick<ModelsApi, 'upload'>) =>
  setup({
    types: { context: {} as UploadContext, events: {} as UploadEvent, emitted: {} as UploadNotice },
    actors: {
      send: fromCallback<UploadEvent, { next: UploadFile | undefined }>(({ input: { next }, sendBack }) => {
        if (!next) return undefined
        const { id, file } = next
        const refusal = list.refusalOf(next)
        if (refusal !== undefined) {
          sendBack({ type: 'sent', id, result: { ok: false, failure: { kind: 'refused', text: refusal } } })
          return undefined
        }
        const controller = new AbortController()
        const progress = (share: number) => {
          if (!controller.signal.aborted) sendBack({ type: 'progress', id, share })
        }
        const send = async () => {
          const result = await upload(file, progress, controller.signal)
          if (!controller.signal.aborted) sendBack({ type: 'sent', id, result })
        }
        void send()
        return () => controller.abort()
      }),
    },
    actions: {
      add: assign(({ context }, { files }: { files: readonly File[] }) => {
        const fresh = files.filter((file) => !context.files.some((known) => list.isSame(known.file, file)))
        return {
          files: [...context.files, ...fresh.map((file, index) => list.uploadFile(context.nextId + index, file))],
          nextId: context.nextId + fresh.length,
          failure: undefined,
        }
      }),
      remove: assign(({ context }, { id }: { id: number }) => ({
        files: context.files.filter((file) => file.id !== id),
        failure: undefined,
      })),
      clear: assign(({ context }) => ({ ...EMPTY, nextId: context.nextId })),
      showFailure: assign((_, { text }: { text: string }) => ({ failure: text })),
      begin: assign(({ context }) => ({
        files: list.readyToSend(context.files),
        total: context.files.filter(list.isModel).length,
        succeeded: 0,
        failure: undefined,
      })),
      markSending: assign(({ context }) => {
        const next = list.nextToSend(context.files)
        return next ? { files: list.withState(context.files, next.id, { kind: 'sending', share: 0 }) } : {}
      }),
      markProgress: assign(({ context }, { id, share }: { id: number; share: number }) => ({
        files: list.withState(context.files, id, { kind: 'sending', share }),
      })),
      markSent: assign(({ context }, { id, result }: { id: number; result: ModelResult<string | undefined> }) =>
        result.ok
          ? { files: list.withState(context.files, id, { kind: 'uploaded' }), succeeded: context.succeeded + 1 }
          : { files: list.withState(context.files, id, { kind: 'failed', text: result.failure.text }) },
      ),
      abort: enqueueActions(({ enqueue }, { text }: { text: string }) => {
        const failure = bulkFailure(text)
        enqueue.assign({ failure })
        enqueue.emit({ type: 'notice', tone: 'error', text: failure })
      }),
      dropUploaded: assign(({ context }) => ({ files: list.notUploaded(list.stopped(context.files)) })),
      emitSummary: enqueueActions(({ context, enqueue }) => {
        enqueue.emit(summary(context))
        enqueue.emit({ type: 'ended', isComplete: context.succeeded === context.total })
      }),
      emitCancelled: enqueueActions(({ context, enqueue }) => {
        const text = `Upload cancelled: ${context.succeeded} of ${modelFiles(context.total)} uploaded`
        enqueue.emit({ type: 'notice', tone: 'info', text })
        enqueue.emit({ type: 'ended', isComplete: false })
      }),
    },
    guards: {
      hasFiles: ({ context }) => context.files.length > 0,
      hasModels: ({ context }) => context.files.some(list.isModel),
      hasMore: ({ context }) => list.nextToSend(context.files) !== undefined,
      isSignedOut: (_, { result }: { result: ModelResult<unknown> }) =>
        !result.ok && result.failure.kind === 'unauthenticated',
    },
    delays: { spacing: MODEL_LIMITS.spacingMs },
  }).createMachine({
    id: 'model-upload',
    context: EMPTY,
    initial: 'choosing',
    states: {
      choosing: {
        entry: 'dropUploaded',
        on: {
          'files.added': { actions: { type: 'add', params: ({ event }) => event } },
          'file.removed': { actions: { type: 'remove', params: ({ event }) => event } },
          cleared: { actions: 'clear' },
          submit: [
            { guard: not('hasFiles'), actions: emit({ type: 'alert', text: NO_FILE }) },
            { guard: not('hasModels'), actions: { type: 'showFailure', params: { text: NO_MODEL } } },
            { target: 'uploading', actions: 'begin' },
          ],
        },
      },
      uploading: {
        initial: 'sending',
        on: { cancel: { target: 'choosing', actions: 'emitCancelled' } },
        states: {
          sending: {
            entry: 'markSending',
            invoke: { src: 'send', input: ({ context }) => ({ next: list.beingSent(context.files) }) },
            on: {
              progress: { actions: { type: 'markProgress', params: ({ event }) => event } },
              sent: [
                {
                  guard: { type: 'isSignedOut', params: ({ event }) => event },
                  target: '#model-upload.choosing',
                  actions: [
                    { type: 'markSent', params: ({ event }) => event },
                    {
                      type: 'abort',
                      params: ({ event }) => ({ text: event.result.ok ? '' : event.result.failure.text }),
                    },
                    emit({ type: 'ended', isComplete: false }),
                  ],
                },
                { target: 'deciding', actions: { type: 'markSent', params: ({ event }) => event } },
              ],
            },
          },
          deciding: {
            always: [
              { guard: 'hasMore', target: 'spacing' },
              { target: '#model-upload.choosing', actions: 'emitSummary' },
            ],
          },
          spacing: { after: { spacing: 'sending' } },
        },
      },
    },
  })
