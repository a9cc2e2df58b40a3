import { MODEL_LIMITS } from '#contract/limits.ts'
import { METRICS_ENDING, modelEndingOf } from '#contract/models/upload.ts'

/** Upload state of a file. `failed` files are sent again with the next upload. */
export type FileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'uploaded' }

/** A selected file. Only models are uploaded; metrics files are listed as disabled. */
export interface UploadFile {
  readonly id: number
  readonly name: string
  readonly sizeBytes: number
  readonly kind: 'model' | 'metrics' | 'other'
  readonly state: FileState
  readonly file: File
}

const kindOf = (name: string): UploadFile['kind'] => {
  if (modelEndingOf(name) !== undefined) return 'model'
  return name.endsWith(METRICS_ENDING) ? 'metrics' : 'other'
}

const WAITING: FileState = { kind: 'waiting' }
const MIB = 1_048_576

export const uploadFile = (id: number, file: File): UploadFile => ({
  id,
  name: file.name,
  sizeBytes: file.size,
  kind: kindOf(file.name),
  state: WAITING,
  file,
})

/** Whether two selected files are the same, so that it is listed once. */
export const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Why a file is rejected before upload, or undefined. */
export const refusalOf = ({ sizeBytes }: UploadFile): string | undefined =>
  sizeBytes > MODEL_LIMITS.maxFileBytes ? `Larger than ${MODEL_LIMITS.maxFileBytes / MIB} MiB` : undefined

export const isModel = ({ kind }: UploadFile): boolean => kind === 'model'

/** Resets all models to waiting. */
export const readyToSend = (files: readonly UploadFile[]): readonly UploadFile[] =>
  files.map((file) => (isModel(file) ? { ...file, state: WAITING } : file))

export const withState = (files: readonly UploadFile[], id: number, state: FileState): readonly UploadFile[] =>
  files.map((file) => (file.id === id ? { ...file, state } : file))

export const nextToSend = (files: readonly UploadFile[]): UploadFile | undefined =>
  files.find((file) => isModel(file) && file.state.kind === 'waiting')

export const beingSent = (files: readonly UploadFile[]): UploadFile | undefined =>
  files.find(({ state }) => state.kind === 'sending')

export const notUploaded = (files: readonly UploadFile[]): readonly UploadFile[] =>
  files.filter(({ state }) => state.kind !== 'uploaded')

/** Resets the file being sent to waiting: its upload was stopped, not refused. */
export const stopped = (files: readonly UploadFile[]): readonly UploadFile[] =>
  files.map((file) => (file.state.kind === 'sending' ? { ...file, state: WAITING } : file))
