import { catchError, defer, EMPTY, from, map, merge, NEVER, switchMap, type Observable } from 'rxjs'
import type { Role } from '#contract/roles.ts'
import type { Services } from '#src/app/services.ts'
import type { StepId } from './steps.ts'

/** Steps whose results the server has: the user's strategies and, for an administrator, the invitations. */
export function factsOf({ strategies, admin }: Services, role: Role): Observable<readonly StepId[]> {
  const strategy$ = defer(() => from(strategies())).pipe(
    switchMap(({ feeds }) => feeds.list(NEVER)),
    map(({ value }): readonly StepId[] => (value !== undefined && value.length > 0 ? ['strategy'] : [])),
  )
  const invitation$ = defer(() => from(admin())).pipe(
    switchMap((api) => from(api.invitations({}))),
    map((result): readonly StepId[] => (result.ok && result.value.list.length > 0 ? ['invitation'] : [])),
  )
  // What cannot be asked stays as it is.
  return merge(
    role === 'Viewer' ? EMPTY : strategy$.pipe(catchError(() => EMPTY)),
    role === 'Admin' ? invitation$.pipe(catchError(() => EMPTY)) : EMPTY,
  )
}
