import { from, map, Observable, scan, startWith, switchMap } from 'rxjs'
import type { Answer } from './records/api.ts'

/** A question whose answer is shown. Equal keys are the same question, asked again. */
export interface Ask<T> {
  readonly key: string
  readonly load: (signal: AbortSignal) => Promise<Answer<T>>
}

/** What is known of an answer that is asked for, and asked for again. */
export interface Resource<T> {
  /** The newest good answer; it stays while a newer one is awaited and when that one fails. */
  readonly value: T | undefined
  /** When the value came, unix ms. */
  readonly at: number | undefined
  readonly isLoading: boolean
  /** The value answers an earlier question than the one that is being asked. */
  readonly isEarlier: boolean
  /** Why the newest try failed. */
  readonly error: string | undefined
}

interface State<T> extends Resource<T> {
  readonly key: string | undefined
}

type Step<T> =
  | { readonly kind: 'asked'; readonly key: string }
  | { readonly kind: 'answered'; readonly key: string; readonly answer: Answer<T>; readonly at: number }

const NOTHING = {
  key: undefined,
  value: undefined,
  at: undefined,
  isLoading: false,
  isEarlier: false,
  error: undefined,
}

function fold<T>(state: State<T>, step: Step<T>): State<T> {
  const isSame = state.key === step.key
  if (step.kind === 'asked')
    return {
      ...state,
      isLoading: true,
      isEarlier: !isSame && state.value !== undefined,
      error: isSame ? state.error : undefined,
    }
  const { key, answer, at } = step
  if (answer.ok) return { key, value: answer.value, at, isLoading: false, isEarlier: false, error: undefined }
  const held = isSame ? state : NOTHING
  return { ...held, key, isLoading: false, isEarlier: false, error: answer.error }
}

const answerOf = <T>(load: Ask<T>['load']): Observable<Answer<T>> =>
  new Observable((subscriber) => {
    const ending = new AbortController()
    subscriber.add(() => ending.abort())
    from(load(ending.signal)).subscribe(subscriber)
  })

/**
 * The newest question's answer, with what is on its way and what went wrong. A newer question aborts the older; a value
 * survives a failure of its own question, never that of another. `now` is the wall clock, unix ms.
 */
export const resource = <T>(asks$: Observable<Ask<T>>, now: () => number): Observable<Resource<T>> =>
  asks$.pipe(
    switchMap(({ key, load }) =>
      answerOf(load).pipe(
        map((answer): Step<T> => ({ kind: 'answered', key, answer, at: now() })),
        startWith<Step<T>>({ kind: 'asked', key }),
      ),
    ),
    scan<Step<T>, State<T>>(fold, NOTHING),
  )
