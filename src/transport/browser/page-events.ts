/** Page events that affect connections. */
type PageEventType = 'page.visible' | 'page.hidden' | 'page.online' | 'page.offline' | 'page.hide' | 'page.show'

/** Reports page events, and `page.offline` immediately if there is no network. Returns the function that stops it. */
export function watchPage(report: (event: { readonly type: PageEventType }) => void): () => void {
  const reporter = (type: PageEventType) => () => report({ type })
  const onVisibility = () => report({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.visible' })
  const listeners = [
    ['online', reporter('page.online')],
    ['offline', reporter('page.offline')],
    ['pagehide', reporter('page.hide')],
    ['pageshow', reporter('page.show')],
  ] as const
  for (const [name, listener] of listeners) addEventListener(name, listener)
  document.addEventListener('visibilitychange', onVisibility)
  if (!navigator.onLine) report({ type: 'page.offline' })
  return () => {
    for (const [name, listener] of listeners) removeEventListener(name, listener)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

export const isPageHidden = (): boolean => document.visibilityState === 'hidden'
