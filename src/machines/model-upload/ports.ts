import type { ModelsApi } from '../models/ports.ts'

/** Ports of the bulk upload. */
export interface UploadPorts {
  readonly api: Pick<ModelsApi, 'upload'>
}
