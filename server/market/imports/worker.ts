import { serveJob } from '#server/jobs/serve.ts'
import { stageImport } from '../library/stage.ts'
import { importTaskSchema, type ImportProgress, type ImportTask, type ReadImport } from './protocol.ts'

await serveJob<ImportTask, ImportProgress, ReadImport>(
  importTaskSchema,
  (task, { onProgress, whenDue }) =>
    stageImport({ ...task, onProgress: (progress, findings) => onProgress({ progress, findings }), whenDue }),
  {
    ENOENT: 'Its file is lost: upload it again.',
    ENOSPC: 'The disk of the server is full.',
    EDQUOT: 'The disk of the server is full.',
  },
)
