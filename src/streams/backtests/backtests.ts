import { filter, merge, NEVER, of, Subject, switchMap, tap, timer, type Observable } from 'rxjs'
import type { BacktestDetail, BacktestJob, DataSet } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { remoteData } from '../remote-data.ts'
import type { StrategyResult } from '../strategies/api.ts'
import type { StrategySource } from '../strategies/feeds.ts'
import type { BacktestApi } from './api.ts'

const { listMs, openMs } = BACKTEST.poll
const TICKS_PER_LOAD = listMs / openMs

/** Backtests of the user, and changes of them, none of which rejects. */
export interface Backtests extends Pick<BacktestApi, 'start' | 'rename' | 'pause' | 'resume' | 'cancel' | 'remove'> {
  /** Newest first; loaded every second while one waits or runs, every five otherwise, and after a change. */
  readonly list: StrategySource<readonly BacktestJob[]>
  readonly dataSets: StrategySource<readonly DataSet[]>
  /** Loaded once, with its result. */
  readonly one: (id: string) => StrategySource<BacktestDetail>
}

interface BacktestPorts {
  readonly api: BacktestApi
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  readonly now: () => number
}

/** Whether it waits or runs. */
const isActive = ({ status }: Pick<BacktestJob, 'status'>): boolean => status === 'queued' || status === 'running'

/** Whether it waits, runs or is paused. */
export const isOpen = (job: Pick<BacktestJob, 'status'>): boolean => isActive(job) || job.status === 'paused'

export function createBacktests({ api, visible$, now }: BacktestPorts): Backtests {
  const changes = new Subject<void>()
  const once =
    <T>(load: () => Observable<StrategyResult<T>>): StrategySource<T> =>
    (refresh$) =>
      remoteData({ queries$: of({ key: '', load }), refresh$, now })

  function list(refresh$: Observable<unknown>): ReturnType<Backtests['list']> {
    let isAnyActive = false
    const load = () =>
      api.list().pipe(
        tap((result) => {
          if (result.ok) isAnyActive = result.value.some(isActive)
        }),
      )
    const ticks$ = timer(0, openMs).pipe(filter((tick) => isAnyActive || tick % TICKS_PER_LOAD === 0))
    return remoteData({
      queries$: of({ key: '', load }),
      due$: visible$.pipe(switchMap((isVisible) => (isVisible ? ticks$ : NEVER))),
      refresh$: merge(refresh$, changes),
      now,
    })
  }

  async function thenReload<T>(mutation: Promise<StrategyResult<T>>): Promise<StrategyResult<T>> {
    const result = await mutation
    // Without a response the server may still have applied it.
    if (result.ok || result.error.status === undefined) changes.next()
    return result
  }

  return {
    list,
    dataSets: once(api.dataSets),
    one: (id) => once(() => api.one(id)),
    start: (request) => thenReload(api.start(request)),
    rename: (id, name) => thenReload(api.rename(id, name)),
    pause: (id) => thenReload(api.pause(id)),
    resume: (id) => thenReload(api.resume(id)),
    cancel: (id) => thenReload(api.cancel(id)),
    remove: (id) => thenReload(api.remove(id)),
  }
}
