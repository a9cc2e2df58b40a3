import { useNavigate, useRouter, type RouterHistory } from '@tanstack/react-router'
import { useMemo } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open was opened on this page, so that the previous history entry is the page without it. */
    isOpenedHere?: boolean
  }
}

type Entries = Pick<RouterHistory, 'go' | 'subscribe'>

const leaving = new WeakSet<Entries>()

/** Goes back so many entries. Until the browser is there, further calls are ignored: pressing Close twice closes once. */
export function goBack(history: Entries, entries: number): void {
  if (leaving.has(history)) return
  leaving.add(history)
  const stop = history.subscribe(() => {
    leaving.delete(history)
    stop()
  })
  history.go(-entries)
}

/** Changes of the current page's search params. */
export interface AddressChange<Search extends object> {
  /** Opens something in a history entry of its own, so that Back closes it. */
  readonly open: (part: Search) => void
  /** Adds a history entry for what is not closed, such as a filter. */
  readonly push: (part: Search) => void
  /** Changes the current history entry. */
  readonly replace: (part: Search) => void
  /** Goes back to before `open`; who came by a link stays on the page, without these params. */
  readonly close: (part: Search) => void
}

/** For everything that can be opened by a link. Params of other parts of the page stay. */
export function useAddressChange<Search extends object>(): AddressChange<Search> {
  const navigate = useNavigate()
  const { history } = useRouter()
  return useMemo(() => {
    const to = (part: Search) => ({
      to: '.',
      search: (current: object) => ({ ...current, ...part }),
      resetScroll: false,
    })
    const replace = (part: Search) => void navigate({ ...to(part), replace: true, state: true })
    return {
      open: (part) => void navigate({ ...to(part), state: { isOpenedHere: true } }),
      push: (part) => void navigate({ ...to(part), state: true }),
      replace,
      close: (part) => {
        if (history.location.state.isOpenedHere === true) goBack(history, 1)
        else replace(part)
      },
    }
  }, [navigate, history])
}
