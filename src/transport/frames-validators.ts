import * as z from 'zod/mini'
import { SERVER_MESSAGES } from '#contract/messages.ts'

/** True when a parsed JSON value fits a schema. */
export type Validator = (value: unknown) => boolean

type Schema = z.core.$ZodType

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Not Number.isFinite alone: JSON can say 1e999, and one comparison more is cheaper than one call more.
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && value < Number.POSITIVE_INFINITY && value > Number.NEGATIVE_INFINITY

function numberValidator(checks: readonly z.core.$ZodCheck[]): Validator {
  const [check, ...others] = checks
  if (check === undefined) return isFiniteNumber
  if (others.length > 0 || !(check instanceof z.core.$ZodCheckGreaterThan)) {
    throw new Error(`no fast validator for the checks ${checks.map((each) => each._zod.def.check).join(', ')}`)
  }
  const { inclusive } = check._zod.def
  const bound = Number(check._zod.def.value)
  return inclusive
    ? (value) => isFiniteNumber(value) && value >= bound
    : (value) => isFiniteNumber(value) && value > bound
}

function stringValidator(checks: readonly z.core.$ZodCheck[]): Validator {
  if (checks.length > 0) throw new Error('no fast validator for checks of strings')
  return (value) => typeof value === 'string'
}

function objectValidator(shape: Readonly<Record<string, Schema>>): Validator {
  const keys = Object.keys(shape)
  const validators = Object.values(shape).map(validatorOf)
  return (value) => isObject(value) && validators.every((accepts, index) => accepts(value[keys[index] ?? '']))
}

function oneOf(allowed: ReadonlySet<unknown>): Validator {
  const [only] = allowed
  return allowed.size === 1 ? (value) => value === only : (value) => allowed.has(value)
}

function recordValidator(keyOf: Validator, valueOf: Validator): Validator {
  return (value) => {
    if (!isObject(value)) return false
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !keyOf(key) || !valueOf(value[key])) return false
    }
    return true
  }
}

/**
 * A plain closure that accepts what `schema` accepts, several times faster than the schema itself and without `eval`,
 * so that it works under a strict Content-Security-Policy. For values out of `JSON.parse` only. Throws for a schema
 * that uses more than messages need: then this walk has to learn it.
 */
export function validatorOf(schema: Schema): Validator {
  if (schema instanceof z.core.$ZodObject) return objectValidator(schema._zod.def.shape)
  if (schema instanceof z.core.$ZodOptional) {
    const inner = validatorOf(schema._zod.def.innerType)
    return (value) => value === undefined || inner(value)
  }
  if (schema instanceof z.core.$ZodNullable) {
    const inner = validatorOf(schema._zod.def.innerType)
    return (value) => value === null || inner(value)
  }
  if (schema instanceof z.core.$ZodNumber) return numberValidator(schema._zod.def.checks ?? [])
  if (schema instanceof z.core.$ZodString) return stringValidator(schema._zod.def.checks ?? [])
  if (schema instanceof z.core.$ZodBoolean) return (value) => typeof value === 'boolean'
  if (schema instanceof z.core.$ZodUnknown) return () => true
  if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum) return oneOf(schema._zod.values)
  if (schema instanceof z.core.$ZodArray) {
    const element = validatorOf(schema._zod.def.element)
    return (value) => Array.isArray(value) && value.every(element)
  }
  if (schema instanceof z.core.$ZodRecord) {
    return recordValidator(validatorOf(schema._zod.def.keyType), validatorOf(schema._zod.def.valueType))
  }
  if (schema instanceof z.core.$ZodUnion) {
    const options = schema._zod.def.options.map(validatorOf)
    return (value) => options.some((option) => option(value))
  }
  throw new Error(`no fast validator for ${schema._zod.def.type}`)
}

/** The validator of each message type. A Map, so that a type named like a member of Object finds nothing. */
export const MESSAGE_VALIDATORS: ReadonlyMap<unknown, Validator> = new Map(
  Object.entries(SERVER_MESSAGES).map(([type, schema]): [string, Validator] => [type, validatorOf(schema)]),
)
