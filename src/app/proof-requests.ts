import { BehaviorSubject, firstValueFrom, Subject, type Observable } from 'rxjs'

/** Actions that wait for the user to prove who they are. */
export interface ProofRequests {
  /** Whether any action waits. */
  readonly isAsked$: Observable<boolean>
  /** Answers all actions that wait: whether the user has proven it. */
  readonly answer: (isProven: boolean) => void
  /** Waits for the answer. One answer serves all that ask meanwhile. */
  readonly ask: () => Promise<boolean>
}

export function createProofRequests(): ProofRequests {
  const isAsked$ = new BehaviorSubject(false)
  const answers$ = new Subject<boolean>()
  return {
    isAsked$: isAsked$.asObservable(),
    answer(isProven) {
      isAsked$.next(false)
      answers$.next(isProven)
    },
    ask() {
      const answer = firstValueFrom(answers$)
      isAsked$.next(true)
      return answer
    },
  }
}
