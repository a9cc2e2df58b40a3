import {
  asyncScheduler,
  defer,
  delay,
  delayWhen,
  EMPTY,
  exhaustMap,
  filter,
  Observable,
  of,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import type { SchedulerLike } from 'rxjs'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { accountPreferencesSchema, type AccountPreferences } from '#contract/preferences.ts'
import { createDataCalls } from '#src/transport/api/data-calls.ts'
import { messageOf } from '#src/transport/http/failures.ts'
import type { Call } from '#src/transport/http/http.ts'
import { requestOf } from '#src/transport/http/request-of.ts'
import type { Preferences, PreferenceStore } from './preferences.ts'

const RETRY_MS = 30_000
/** The first page asks for its data before. */
const BEHIND_MS = 1_000

/** Those of the account that are, or are not, among the keys. */
const chosen = (all: Preferences, keys: readonly string[], isAmong: boolean): AccountPreferences =>
  accountPreferencesSchema.parse(
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key) === isAmong)),
  )

interface SyncPreferencesDeps {
  readonly call: Call
  readonly preferences: PreferenceStore
  readonly visible$: Observable<boolean>
  readonly timers?: SchedulerLike
}

/**
 * Keeps the user's choices with the account while subscribed: takes over what the account has, at first and whenever the
 * page is shown again, and stores what changes here. What could not be stored is tried again, on the next visit too, and
 * is not overwritten until then.
 */
export function syncPreferences(deps: SyncPreferencesDeps): Observable<unknown> {
  const { call, visible$, timers = asyncScheduler } = deps
  const { get, subscribe, restore } = deps.preferences
  const { fetchData, mutate } = createDataCalls(call, messageOf)

  const load = (): Observable<AccountPreferences> =>
    defer(() => fetchData(requestOf(ACCOUNT.preferences))).pipe(
      switchMap((result) => (result.ok ? of(result.value) : timer(RETRY_MS, timers).pipe(switchMap(load)))),
    )

  /** Stores what is unsaved, until nothing is. */
  const save = (): Observable<unknown> =>
    defer(() => {
      const sent = get()
      const body = chosen(sent, sent.unsaved ?? [], true)
      if (Object.keys(body).length === 0) return EMPTY
      return defer(() => mutate(requestOf(ACCOUNT.changePreferences, { body }))).pipe(
        tap(({ ok }) => {
          if (!ok) return
          const [before, after] = [sent, get()].map((each) => new Map<string, unknown>(Object.entries(each)))
          restore({ unsaved: (get().unsaved ?? []).filter((key) => before?.get(key) !== after?.get(key)) })
        }),
        delayWhen(({ ok }) => (ok ? of(ok) : timer(RETRY_MS, timers))),
        switchMap(save),
      )
    })

  const changes$ = new Observable<void>((subscriber) => subscribe(() => subscriber.next()))
  return visible$.pipe(
    filter((isVisible) => isVisible),
    delay(BEHIND_MS, timers),
    switchMap(load),
    tap((kept) => restore(chosen(kept, get().unsaved ?? [], false))),
    switchMap(() => changes$.pipe(startWith(undefined), exhaustMap(save))),
  )
}
