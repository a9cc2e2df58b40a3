import { assign, emit, enqueueActions, not, setup, type SnapshotFrom } from 'xstate'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { eventSource } from '../event-source.ts'
import { failedWith, type ModelResult, type ModelsApi, notice, type Notice } from '../models/types.ts'
import { bulkFailure } from '../models/texts.ts'
import * as list from './files.ts'
import { beingSent, type UploadFile } from './files.ts'

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
type UploadNotice =
  | Notice
  | { readonly type: 'alert'; readonly text: string }
  | { readonly type: 'stored' }
  | { readonly type: 'ended'; readonly isComplete: boolean }

const INITIAL_CONTEXT: UploadContext = { files: [], nextId: 1, failure: undefined, total: 0, succeeded: 0 }

/** Commands of the bulk upload. Files can be changed only while nothing is being uploaded. */
export const uploadCommands = (upload: { readonly send: (event: UploadEvent) => void }) => ({
  add: (files: readonly File[]) => upload.send({ type: 'files.added', files }),
  remove: (id: number) => upload.send({ type: 'file.removed', id }),
  clear: () => upload.send({ type: 'cleared' }),
  submit: () => upload.send({ type: 'submit' }),
  /** Aborts the upload. */
  cancel: () => upload.send({ type: 'cancel' }),
})

/** The chosen files and the outcome of the last upload. */
export const uploadList = ({ context }: UploadSnapshot): UploadContext => context

export const isUploading = (snapshot: UploadSnapshot): boolean => snapshot.matches('uploading')

/** Ports of the bulk upload. */
interface UploadPorts {
  readonly api: Pick<ModelsApi, 'upload'>
}

type SentFile = Omit<Extract<UploadEvent, { type: 'sent' }>, 'type'>

const modelFiles = (count: number) => `${count} model file${count === 1 ? '' : 's'}`

/** Actions, guards, delays and actors of the upload machine. */
const uploadSetup = ({ api }: UploadPorts) =>
  setup({
    types: { context: {} as UploadContext, events: {} as UploadEvent, emitted: {} as UploadNotice },
    actors: {
      send: eventSource<UploadEvent, { next: UploadFile | undefined }>((report, { next }) => {
        if (!next) return undefined
        const { id, file } = next
        const refusal = list.refusalOf(next)
        if (refusal !== undefined) {
          report({ type: 'sent', id, result: { ok: false, error: { kind: 'refused', text: refusal } } })
          return undefined
        }
        const controller = new AbortController()
        void api
          .upload(file, (share) => report({ type: 'progress', id, share }), controller.signal)
          .catch(failedWith)
          .then((result) => report({ type: 'sent', id, result }))
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
      clear: assign(({ context }) => ({ ...INITIAL_CONTEXT, nextId: context.nextId })),
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
      markSent: enqueueActions(({ context, enqueue }, { id, result }: SentFile) => {
        if (!result.ok) {
          enqueue.assign({ files: list.withState(context.files, id, { kind: 'failed', text: result.error.text }) })
          return
        }
        const files = list.withState(context.files, id, { kind: 'uploaded' })
        enqueue.assign({ files, succeeded: context.succeeded + 1 })
        enqueue.emit({ type: 'stored' })
      }),
      abort: enqueueActions(({ enqueue }, { result }: SentFile) => {
        const failure = bulkFailure(result.ok ? '' : result.error.text)
        enqueue.assign({ failure })
        enqueue.emit(notice('error', failure))
        enqueue.emit({ type: 'ended', isComplete: false })
      }),
      dropUploaded: assign(({ context }) => ({ files: list.notUploaded(list.stopped(context.files)) })),
      emitSummary: enqueueActions(({ context: { total, succeeded }, enqueue }) => {
        enqueue.emit(
          succeeded === 0
            ? notice('error', 'Failed to upload any model files')
            : notice('success', `Successfully uploaded ${succeeded} out of ${total} model files`),
        )
        enqueue.emit({ type: 'ended', isComplete: succeeded === total })
      }),
      emitCancelled: enqueueActions(({ context: { total, succeeded }, enqueue }) => {
        enqueue.emit(notice('info', `Upload cancelled: ${succeeded} of ${modelFiles(total)} uploaded`))
        enqueue.emit({ type: 'ended', isComplete: false })
      }),
    },
    guards: {
      hasFiles: ({ context }) => context.files.length > 0,
      hasModels: ({ context }) => context.files.some(list.isModel),
      hasMore: ({ context }) => list.nextToSend(context.files) !== undefined,
      isSignedOut: (_, { result }: SentFile) => !result.ok && result.error.kind === 'unauthenticated',
    },
    delays: { spacing: MODEL_LIMITS.spacingMs },
  })

const NO_FILE = 'Please select at least one file'
const NO_MODEL = 'No model files found. Please select .pkl, .joblib, or .onnx files.'

/** Bulk upload: files are sent one at a time with a pause in between; can be cancelled at any time. */
export const createUploadMachine = (ports: UploadPorts) =>
  uploadSetup(ports).createMachine({
    id: 'model-upload',
    context: INITIAL_CONTEXT,
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
            invoke: { src: 'send', input: ({ context }) => ({ next: beingSent(context.files) }) },
            on: {
              progress: { actions: { type: 'markProgress', params: ({ event }) => event } },
              sent: [
                {
                  guard: { type: 'isSignedOut', params: ({ event }) => event },
                  target: '#model-upload.choosing',
                  actions: [
                    { type: 'markSent', params: ({ event }) => event },
                    { type: 'abort', params: ({ event }) => event },
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

export type UploadSnapshot = SnapshotFrom<ReturnType<typeof createUploadMachine>>
