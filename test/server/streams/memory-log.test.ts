import { createMemoryLog } from '#server/streams/memory-log.ts'
import { streamLogSuite } from './log-suite.ts'

streamLogSuite('memory', (keep) => Promise.resolve(createMemoryLog({ epoch: 'test', capacity: keep })))
