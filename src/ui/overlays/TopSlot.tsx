import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

/** Places for what has to be above everything: one in the page, one in each open dialog, the newest last. */
function createPlaces() {
  let places: readonly string[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly string[]) => {
    places = next
    for (const listener of listeners) listener()
  }
  return {
    newest: () => places.at(-1),
    add(place: string): () => void {
      set([...places, place])
      return () => set(places.filter((each) => each !== place))
    },
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Top {
  readonly places: ReturnType<typeof createPlaces>
  readonly content: ReactNode
}
const TopContext = createContext<Top | undefined>(undefined)

function Place({ places, content }: Top) {
  const id = useId()
  const newest = useSyncExternalStore(places.subscribe, places.newest)
  useLayoutEffect(() => places.add(id), [places, id])
  // What it opens has no such place itself.
  return newest === id ? <TopContext value={undefined}>{content}</TopContext> : null
}

/** Where the content of the provider is shown, unless a dialog opened since: inside a dialog, focus and Escape are its own. */
export function TopSlot() {
  const top = useContext(TopContext)
  return top === undefined ? null : <Place {...top} />
}

/** Shows `content` above everything, also above dialogs that are open. */
export function TopProvider({ content, children }: { readonly content: ReactNode; readonly children: ReactNode }) {
  const [places] = useState(createPlaces)
  const top = useMemo(() => ({ places, content }), [places, content])
  return (
    <TopContext value={top}>
      {children}
      <TopSlot />
    </TopContext>
  )
}
