import * as z from 'zod/mini'
import { exampleOf } from './example.ts'
import { jsonSchemaSchema } from './type-text.ts'

const mediaSchema = z.looseObject({ schema: z.optional(z.unknown()), example: z.optional(z.unknown()) })
const responseSchema = z.looseObject({
  description: z.optional(z.string()),
  content: z.optional(z.record(z.string(), mediaSchema)),
})
const operationSchema = z.looseObject({ responses: z.record(z.string(), responseSchema) })
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })
type Media = z.infer<typeof mediaSchema>

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))

/** An example of a failure has the description as its message. */
function withExample({ schema = {}, ...media }: Media, status: string, description = ''): Media {
  if (media.example !== undefined) return { schema, ...media }
  const example = exampleOf(jsonSchemaSchema.parse(schema))
  if (status.startsWith('2') || typeof example !== 'object' || example === null) return { schema, ...media, example }
  const messages = ['error', 'detail'].filter((name) => name in example).map((name) => [name, description])
  return { schema, ...media, example: { ...example, ...Object.fromEntries(messages) } }
}

/** An OpenAPI document with an example of each response that lacks one. */
export function withResponseExamples(document: object): object {
  const parsed = documentSchema.parse(document)
  const paths = mapValues(parsed.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, ({ content, ...response }, status) => ({
        ...response,
        ...(content && { content: mapValues(content, (media) => withExample(media, status, response.description)) }),
      })),
    })),
  )
  return { ...parsed, paths }
}
