import type { UploadEvent } from './types.ts'

/** Commands of the bulk upload. Files can be changed only while nothing is being uploaded. */
export const uploadCommands = (upload: { readonly send: (event: UploadEvent) => void }) => ({
  add: (files: readonly File[]) => upload.send({ type: 'files.added', files }),
  remove: (id: number) => upload.send({ type: 'file.removed', id }),
  clear: () => upload.send({ type: 'cleared' }),
  submit: () => upload.send({ type: 'submit' }),
  /** Aborts the upload. */
  cancel: () => upload.send({ type: 'cancel' }),
})
