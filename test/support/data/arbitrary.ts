import * as fc from 'fast-check'
import * as z from 'zod/mini'

const finite = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())

function numberOf(checks: readonly z.core.$ZodCheck[]): fc.Arbitrary<number> {
  const bounds = checks.map((check) => {
    if (check instanceof z.core.$ZodCheckGreaterThan) return check._zod.def
    throw new Error(`nothing generates the check ${check._zod.def.check}`)
  })
  return fc
    .oneof(fc.constantFrom(0, 1, 1e12, 1e12 + 1, 1e308, 5e-324), finite)
    .filter((value) =>
      bounds.every(({ value: bound, inclusive }) => (inclusive ? value >= Number(bound) : value > Number(bound))),
    )
}

function shapeOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<object> {
  const requiredKeys = Object.keys(shape).filter((key) => !(shape[key] instanceof z.core.$ZodOptional))
  const model = Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, valueOf(schema)]))
  return fc.record(model, { requiredKeys })
}

/** Values accepted by a schema, including edge cases. */
export function valueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.core.$ZodObject) return shapeOf(schema._zod.def.shape)
  if (schema instanceof z.core.$ZodOptional) return valueOf(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodNullable) return fc.option(valueOf(schema._zod.def.innerType))
  if (schema instanceof z.core.$ZodNumber) return numberOf(schema._zod.def.checks ?? [])
  if (schema instanceof z.core.$ZodString) return fc.string()
  if (schema instanceof z.core.$ZodBoolean) return fc.boolean()
  if (schema instanceof z.core.$ZodUnknown) return fc.jsonValue()
  if (schema instanceof z.core.$ZodLiteral || schema instanceof z.core.$ZodEnum)
    return fc.constantFrom(...schema._zod.values)
  if (schema instanceof z.core.$ZodArray) return fc.array(valueOf(schema._zod.def.element), { maxLength: 5 })
  if (schema instanceof z.core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map(valueOf))
  if (schema instanceof z.core.$ZodRecord) {
    const keys = fc.string().filter((key) => key !== '__proto__')
    return fc.dictionary(keys, valueOf(schema._zod.def.valueType), { maxKeys: 5 })
  }
  throw new Error(`nothing generates ${schema._zod.def.type}`)
}
