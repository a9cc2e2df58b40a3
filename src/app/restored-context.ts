import { createContext } from 'react'
import { NEVER, type Observable } from 'rxjs'

/** Emits when the server can be reached again: what failed is then loaded anew. */
export const RestoredContext = createContext<Observable<unknown>>(NEVER)
