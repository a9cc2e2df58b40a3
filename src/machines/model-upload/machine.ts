import { emit, not, type SnapshotFrom } from 'xstate'
import { beingSent } from './files.ts'
import type { UploadPorts } from './ports.ts'
import { uploadSetup } from './setup.ts'
import { INITIAL_CONTEXT } from './types.ts'

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
