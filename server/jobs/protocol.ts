import * as z from 'zod/mini'

/** What the thread of a job is sent: between these two it goes no further than its present part. */
export const jobOrderSchema = z.enum(['pause', 'resume'])

/** How a job ended; `reason` is for the user. */
export type JobEnding<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly reason: string }

/** What the thread of a job sends. After `done` or `failed` it ends. */
export type JobMessage<Progress, Result> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | JobEnding<Result>

export type JobMessageSchema<Progress, Result> = z.ZodMiniType<JobMessage<Progress, Result>>

export const jobMessageSchema = <Progress extends z.ZodMiniType, Result extends z.ZodMiniType>(
  progress: Progress,
  result: Result,
) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('progress'), progress }),
    z.object({ kind: z.literal('done'), result }),
    z.object({ kind: z.literal('failed'), reason: z.string() }),
  ])
