import { UPLOAD_DEFAULTS, UPLOAD_FIELDS } from '#contract/models/upload.ts'
import { linearModel } from './onnx-models.ts'

/** The form that uploads a linear model under a name. */
export function modelForm(name: string): FormData {
  const form = new FormData()
  form.set(UPLOAD_FIELDS.name, name)
  for (const field of ['type', 'timeframe', 'pair', 'exchange'] as const)
    form.set(UPLOAD_FIELDS[field], UPLOAD_DEFAULTS[field])
  form.set(UPLOAD_FIELDS.file, new Blob([new Uint8Array(linearModel())]), `${name}.onnx`)
  return form
}
