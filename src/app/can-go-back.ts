/** What is known of the history of this tab. */
interface TabHistory {
  /** Whether the page itself, since it was loaded, has opened another of its pages. */
  readonly canGoBack: () => boolean
}

/**
 * Whether there is a previous page of this client to go back to. The browser also knows those from before an address was
 * typed in, which loads the client anew, and leaves out pages of others.
 */
export const canGoBack = (
  history: TabHistory,
  browser: { readonly canGoBack: boolean } | undefined = globalThis.navigation,
): boolean => browser?.canGoBack ?? history.canGoBack()
