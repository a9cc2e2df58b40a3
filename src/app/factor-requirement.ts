import { BehaviorSubject, type Observable } from 'rxjs'

/** Whether the server has refused the admin area to this user for want of a second factor. */
export interface FactorRequirement {
  readonly isLacking$: Observable<boolean>
  readonly report: () => void
  /** Lets the admin area be tried again. */
  readonly forget: () => void
}

export function createFactorRequirement(): FactorRequirement {
  const isLacking$ = new BehaviorSubject(false)
  return {
    isLacking$: isLacking$.asObservable(),
    report: () => isLacking$.next(true),
    forget: () => isLacking$.next(false),
  }
}
