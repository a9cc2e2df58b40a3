import { createContext } from 'react'

/** Wall time in unix ms, to the second: one timer for all cards. */
export const GridClock = createContext(0)
