import * as z from 'zod/mini'
import type { FigureKind } from '../figures.ts'
import type { Unit } from '../units.ts'

/** A number from 0 to 1; its meaning is documented where it is computed. */
export const scoreSchema = z.number().check(z.gte(0), z.lte(1))

export const BIASES = ['bullish', 'bearish', 'neutral'] as const
export const biasSchema = z.enum(BIASES)
export type Bias = z.infer<typeof biasSchema>

/** What one field of a payload says. The API documents have it as keywords of the field's schema. */
export type FieldMeaning = {
  /** In a phrase that stands beside the value. */
  readonly description: string
  /** Only of numbers. */
  readonly unit?: Unit
  /** Of claims, and of what they are made of. */
  readonly kind?: FigureKind
}

/** What the fields of the payloads say, by the schema of the field; that of a field that may be missing is inside. */
export const fieldMeanings = /* @__PURE__ */ z.registry<FieldMeaning>()

/** A schema of a field of its own, as other fields of the same schema say something else. */
// @__NO_SIDE_EFFECTS__
export function means<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  figure: Omit<FieldMeaning, 'description'> = {},
): Schema {
  const field = schema.clone(schema.def)
  fieldMeanings.add(field, { description, ...figure })
  return field
}

// @__NO_SIDE_EFFECTS__
export function text(description: string) {
  return means(z.string(), description)
}
// @__NO_SIDE_EFFECTS__
export function flag(description: string) {
  return means(z.boolean(), description)
}
// @__NO_SIDE_EFFECTS__
export function number(unit: Unit, description: string) {
  return means(z.number(), description, { unit })
}
// @__NO_SIDE_EFFECTS__
export function price(description: string) {
  return number('quote', description)
}
// @__NO_SIDE_EFFECTS__
export function time(description: string) {
  return number('unix seconds', description)
}
// @__NO_SIDE_EFFECTS__
export function count(description: string) {
  return number('count', description)
}
/** A number from 0 to 1. */
// @__NO_SIDE_EFFECTS__
export function share(kind: FigureKind, description: string) {
  return means(scoreSchema, description, { unit: 'share', kind })
}
/** How far the price may move, up or down, in percent of it. */
// @__NO_SIDE_EFFECTS__
export function move(description: string) {
  return means(z.number(), description, { unit: 'percent', kind: 'probability' })
}
