import type { ConfluenceRule } from '#contract/strategies/definition.ts'
import type { RuleOperator } from '#contract/strategies/names.ts'
import { confidenceOf, hasSource, type Draft, type DraftRule } from './draft.ts'

/** A rule being edited; `id` is undefined until it is saved. */
export interface RuleForm {
  readonly id: string | undefined
  readonly name: string
  readonly operator: RuleOperator
  /** Null if the field is empty. */
  readonly minSignals: number | null
  readonly confidenceThreshold: number
  readonly sourceIds: readonly string[]
  readonly basis?: ConfluenceRule | undefined
}

export type RuleEdit =
  | { readonly field: 'name'; readonly value: string }
  | { readonly field: 'operator'; readonly value: RuleOperator }
  | { readonly field: 'minSignals'; readonly value: number | null }
  | { readonly field: 'confidenceThreshold'; readonly value: number }
  /** Adds or removes the source. */
  | { readonly field: 'source'; readonly value: string }

const INITIAL_CONFIDENCE = 0.6

export const NEW_RULE: RuleForm = {
  id: undefined,
  name: '',
  operator: 'and',
  minSignals: 1,
  confidenceThreshold: INITIAL_CONFIDENCE,
  sourceIds: [],
}

export const formOf = ({ rules }: Draft, id: string): RuleForm => rules.find((rule) => rule.id === id) ?? NEW_RULE

export function edited(form: RuleForm, edit: RuleEdit): RuleForm {
  switch (edit.field) {
    case 'name':
      return { ...form, name: edit.value }
    case 'operator':
      return { ...form, operator: edit.value }
    case 'minSignals':
      return { ...form, minSignals: edit.value }
    case 'confidenceThreshold':
      return { ...form, confidenceThreshold: confidenceOf(edit.value) }
    case 'source':
      return {
        ...form,
        sourceIds: form.sourceIds.includes(edit.value)
          ? form.sourceIds.filter((id) => id !== edit.value)
          : [...form.sourceIds, edit.value],
      }
  }
}

/** Whether the assigned sources can provide that many signals. */
export const isReachable = ({ minSignals, sourceIds }: RuleForm): boolean =>
  minSignals !== null && Number.isInteger(minSignals) && minSignals >= 1 && minSignals <= sourceIds.length

/** The rule to save, or undefined while it is incomplete. `id` is used if it has none. */
export function savedRule(form: RuleForm, draft: Draft, id: string): DraftRule | undefined {
  const name = form.name.trim()
  const { minSignals, sourceIds } = form
  if (name === '' || sourceIds.length === 0 || minSignals === null || !isReachable(form)) return undefined
  if (!sourceIds.every((source) => hasSource(draft, source))) return undefined
  return { ...form, name, minSignals, id: form.id ?? id }
}
