import type { ModelFailure } from '#contract/models/listed.ts'
import type { RolledBack } from '#contract/models/model.ts'

/** What somebody does to a model. */
export type ModelAct = 'activate' | 'auto-activate' | 'deactivate' | 'remove' | 'roll back'

export const NOT_ACTIVATED = 'Failed to activate model'

/** The catalogue's words for an act that failed. */
export function failureText(act: ModelAct, { kind, text }: ModelFailure): string {
  switch (act) {
    case 'activate':
      if (text === '') return NOT_ACTIVATED
      return kind === 'refused' ? `Activation failed: ${text}` : `Error activating model: ${text}`
    case 'auto-activate':
      return `Auto-activation failed: ${text || NOT_ACTIVATED}`
    case 'deactivate':
      return `Deactivation failed: ${text || 'the server did not do it'}`
    case 'remove':
      return `Delete failed: ${text || 'the server did not do it'}`
    case 'roll back':
      return `Roll-back failed: ${text || 'the server did not do it'}`
  }
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
