import { defer, retry, type Observable } from 'rxjs'
import { failure, success, type Result } from './result.ts'

const RETRY_MS = 30_000

/** A chunk of the program, or that it could not be loaded. Never rejects. */
export const loadChunk = <T>(load: () => Promise<T>): Promise<Result<T>> =>
  load().then(success, () => failure('A part of Pairbot could not be loaded'))

/** A chunk of the program, which is asked for until it can be loaded: for what the screens work without. */
export const chunk$ = <T>(load: () => Promise<T>): Observable<T> => defer(load).pipe(retry({ delay: RETRY_MS }))
