import type { ModelFailure } from '#contract/models/view-model.ts'
import type { RolledBack } from '#contract/models/model.ts'

/** Actions on models. */
export type ModelAction = 'activate' | 'auto-activate' | 'deactivate' | 'remove' | 'roll back'

/** Actions on one model of the list. */
export type RowAction = Exclude<ModelAction, 'roll back'>

export const DETAILS_FAILED = 'Failed to load model details'

/** Message templates of the specification; the dots stand for the cause. */
const CATALOGUE = {
  load: 'Failed to load models: ...',
  notActivated: 'Failed to activate model',
  unanswered: 'Error activating model: ...',
  activate: 'Activation failed: ...',
  'auto-activate': 'Auto-activation failed: ...',
  deactivate: 'Deactivation failed: ...',
  remove: 'Delete failed: ...',
  'roll back': 'Roll-back failed: ...',
  upload: 'Bulk upload failed: ...',
} as const

const filled = (name: keyof typeof CATALOGUE, message: string): string => CATALOGUE[name].replace('...', () => message)

export const loadFailure = (message: string): string => filled('load', message)
export const bulkFailure = (message: string): string => filled('upload', message)

/** Message of a failed action: with the server's reason, without one, or unanswered. */
export function failureText(action: ModelAction, { kind, text }: ModelFailure): string {
  if (action !== 'activate') {
    return filled(action, text || (action === 'auto-activate' ? CATALOGUE.notActivated : 'the server did not do it'))
  }
  if (text === '') return CATALOGUE.notActivated
  return filled(kind === 'refused' ? 'activate' : 'unanswered', text)
}

const DONE = {
  activate: 'activated',
  'auto-activate': 'activated',
  deactivate: 'deactivated',
  remove: 'deleted',
} as const

export const successText = (action: keyof typeof DONE, name: string): string => `Model "${name}" ${DONE[action]}`

const listed = (word: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${word} ${names.map((name) => `"${name}"`).join(', ')}`]

export function rolledBackText({ activated, deactivated, gone, file_missing: fileMissing }: RolledBack): string {
  const parts = [
    ...listed('activated', activated),
    ...listed('deactivated', deactivated),
    ...listed('deleted since:', gone),
    ...listed('file missing:', fileMissing),
  ]
  return parts.length === 0 ? 'Nothing had changed since' : `Rolled back: ${parts.join('; ')}`
}
