import { createContext } from 'react'
import type { SignalSource } from '#contract/strategies/definition.ts'

/** The sources of the strategy whose details are open. */
export const StrategySources = createContext<readonly SignalSource[]>([])
