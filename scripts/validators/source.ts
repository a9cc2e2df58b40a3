import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** The head of the written file: what JSON can say, told apart. */
const HEADER = `// Written by \`npm run validators\` from contract/messages.ts: change that, not this.

/** True when a parsed JSON value fits a schema. */
export type Validator = (value: unknown) => boolean

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Not Number.isFinite: JSON can say 1e999, and two comparisons are cheaper than a call.
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && value < Number.POSITIVE_INFINITY && value > Number.NEGATIVE_INFINITY
`

const literal = (value: unknown): string => `'${String(value).replaceAll(/['\\]/g, '\\$&')}'`
const capitalised = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function isNumberWith(checks: readonly z.core.$ZodCheck[], at: string): string {
  const [check, ...others] = checks
  if (check === undefined) return `isNumber(${at})`
  if (others.length > 0 || !(check instanceof z.core.$ZodCheckGreaterThan)) {
    throw new Error(`no validator for the checks ${checks.map((each) => each._zod.def.check).join(', ')}`)
  }
  const { inclusive, value } = check._zod.def
  return `isNumber(${at}) && ${at} ${inclusive ? '>=' : '>'} ${Number(value)}`
}

function isOneOf(allowed: ReadonlySet<unknown>, at: string): string {
  const tests = Array.from(allowed, (value) => {
    if (typeof value !== 'string') throw new Error(`no validator for the literal ${String(value)}`)
    return `${at} === ${literal(value)}`
  })
  return tests.length === 1 ? tests.join() : `(${tests.join(' || ')})`
}

/** The functions that say whether a value fits a schema, the last of them that of the schema itself. */
export function functionsOf(message: string, messageSchema: Schema): readonly string[] {
  const names = new Map<Schema, string>()
  const functions: string[] = []

  function define(schema: Schema, name: string, body: () => string): string {
    const known = names.get(schema)
    if (known !== undefined) return known
    const own = `is${name}`
    names.set(schema, own)
    functions.push(`function ${own}(value: unknown): boolean {\n${body()}\n}\n`)
    return own
  }

  function objectTests(shape: Readonly<Record<string, Schema>>, name: string): string {
    const tests = Object.entries(shape).map(([key, schema]) =>
      test(schema, `value.${key}`, `${name}${capitalised(key)}`),
    )
    return `return ${['isObject(value)', ...tests.filter((each) => each !== 'true')].join(' && ')}`
  }

  const recordTests = (valueSchema: Schema, name: string): string =>
    `if (!isObject(value)) return false
     for (const key of Object.keys(value)) {
       if (key === '__proto__' || !${test(valueSchema, 'value[key]', `${name}Value`)}) return false
     }
     return true`

  /** An expression that is true when what stands at `at` fits the schema. */
  function test(schema: Schema, at: string, name: string): string {
    if (schema instanceof z.core.$ZodUnknown) return 'true'
    if (schema instanceof z.core.$ZodObject) {
      return `${define(schema, name, () => objectTests(schema._zod.def.shape, name))}(${at})`
    }
    if (schema instanceof z.core.$ZodOptional) {
      const inner = test(schema._zod.def.innerType, at, name)
      return inner === 'true' ? inner : `(${at} === undefined || ${inner})`
    }
    if (schema instanceof z.core.$ZodNullable) return `(${at} === null || ${test(schema._zod.def.innerType, at, name)})`
    if (schema instanceof z.core.$ZodNumber) return isNumberWith(schema._zod.def.checks ?? [], at)
    if (schema instanceof z.core.$ZodString && (schema._zod.def.checks ?? []).length === 0) {
      return `typeof ${at} === 'string'`
    }
    if (schema instanceof z.core.$ZodBoolean) return `typeof ${at} === 'boolean'`
    if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum)
      return isOneOf(schema._zod.values, at)
    if (schema instanceof z.core.$ZodUnion) {
      const options = schema._zod.def.options.map((option, index) => test(option, at, `${name}${index + 1}`))
      return `(${options.join(' || ')})`
    }
    if (schema instanceof z.core.$ZodArray) {
      const element = test(schema._zod.def.element, 'each', `${name}Element`)
      return `Array.isArray(${at}) && ${at}.every((each: unknown) => ${element})`
    }
    if (
      schema instanceof z.core.$ZodRecord &&
      test(schema._zod.def.keyType, 'key', name) === "typeof key === 'string'"
    ) {
      return `${define(schema, name, () => recordTests(schema._zod.def.valueType, name))}(${at})`
    }
    throw new Error(`no validator for ${schema._zod.def.type}`)
  }

  test(messageSchema, 'value', message)
  return functions
}

/**
 * Source of a validator per message type. Written out and not put together at run time: a field that is read by its own
 * name at its own place costs a seventh of one that is read by a variable, and a page that forbids `eval` cannot write
 * functions itself. For values out of `JSON.parse` only. Throws for a schema that uses more than messages need.
 */
export function validatorsSource(schemas: Readonly<Record<string, Schema>>): string {
  const types = Object.keys(schemas)
  return [
    HEADER,
    ...Object.entries(schemas).flatMap(([type, schema]) => functionsOf(type, schema)),
    `/** The validator of each message type. A Map, so that a type named like a member of Object finds nothing. */
export const MESSAGE_VALIDATORS: ReadonlyMap<unknown, Validator> = new Map<unknown, Validator>([
${types.map((type) => `  [${literal(type)}, is${type}],`).join('\n')}
])
`,
  ].join('\n')
}
