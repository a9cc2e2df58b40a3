import type { UploadSnapshot } from './machine.ts'
import type { UploadContext } from './types.ts'

/** The chosen files and the outcome of the last upload. */
export const uploadList = ({ context }: UploadSnapshot): UploadContext => context

export const isUploading = (snapshot: UploadSnapshot): boolean => snapshot.matches('uploading')
