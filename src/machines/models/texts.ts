import type { ModelFailure } from '#contract/models/listed.ts'
import type { RolledBack } from '#contract/models/model.ts'

/** What somebody does to a model. */
export type ModelAct = 'activate' | 'auto-activate' | 'deactivate' | 'remove' | 'roll back'

/** The texts of the catalogue; what is known of the cause stands in the place of the dots. */
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

const filled = (name: keyof typeof CATALOGUE, words: string): string => CATALOGUE[name].replace('...', () => words)

export const loadFailure = (words: string): string => filled('load', words)
export const bulkFailure = (words: string): string => filled('upload', words)

/** The words for an act that failed: refused in the server's words, refused without any, or not answered. */
export function failureText(act: ModelAct, { kind, text }: ModelFailure): string {
  if (act !== 'activate') {
    return filled(act, text || (act === 'auto-activate' ? CATALOGUE.notActivated : 'the server did not do it'))
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

export const successText = (act: keyof typeof DONE, name: string): string => `Model "${name}" ${DONE[act]}`

const listed = (word: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${word} ${names.map((name) => `"${name}"`).join(', ')}`]

export function rolledBackText({ activated, deactivated, gone }: RolledBack): string {
  const parts = [
    ...listed('activated', activated),
    ...listed('deactivated', deactivated),
    ...listed('deleted since:', gone),
  ]
  return parts.length === 0 ? 'Nothing had changed since' : `Rolled back: ${parts.join('; ')}`
}
