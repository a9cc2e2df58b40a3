import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { HttpRequest } from './http.ts'

/** The names of a path's parameters: `id` of `/api/models/:id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never
type ParamsOf<E extends Endpoint> = [NamesIn<E['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<NamesIn<E['path']>, string>> }
type Fields<S extends z.ZodMiniType> = {
  readonly [Field in keyof z.input<S>]: string | number | boolean | undefined
}
type QueryOf<E> = E extends { readonly query: infer S extends z.ZodMiniType }
  ? object extends Fields<S>
    ? { readonly query?: Fields<S> }
    : { readonly query: Fields<S> }
  : unknown
type BodyOf<E> = E extends { readonly body: infer S extends z.ZodMiniType }
  ? undefined extends z.input<S>
    ? { readonly body?: z.input<S> }
    : { readonly body: z.input<S> }
  : unknown

/** What a call of an endpoint takes: the parameters of its path, its query and its body. */
export type InputOf<E extends Endpoint> = ParamsOf<E> & QueryOf<E> & BodyOf<E>
/** What the response of an endpoint is parsed to. */
export type ResponseOf<E> = E extends { readonly response: infer S extends z.ZodMiniType } ? z.output<S> : unknown

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: NonNullable<HttpRequest<unknown>['query']>
  readonly body?: unknown
}

/**
 * The request of an endpoint. Its response is read by the declared schema; where other backends respond differently, callers
 * replace the `schema`.
 */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  ...input: object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]
): HttpRequest<ResponseOf<E>>
export function requestOf(
  { method, path, response = z.unknown(), acceptStatuses }: Endpoint,
  { params = {}, ...rest }: Input = {},
): HttpRequest<unknown> {
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    ...rest,
    schema: response,
    ...(acceptStatuses && { acceptStatuses }),
  }
}
