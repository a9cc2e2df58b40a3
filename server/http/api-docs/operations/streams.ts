import { DEFAULT_BASES, PROXY } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { proxy } = DEFAULT_BASES

export const STREAM_OPERATIONS: Operations = {
  [`GET ${proxy}${PROXY.health}`]: { summary: 'Tell whether the streams can be read' },
  [`GET ${proxy}${PROXY.status}`]: { summary: 'Read the state of the streams' },
  [`GET ${proxy}${PROXY.consume}`]: {
    summary: 'Read entries after a message id',
    detail: 'What a client polls while its socket is down.',
  },
  [`GET ${proxy}${PROXY.analytics}`]: { summary: 'Read the newest entry of every analysis stream' },
  [`GET ${proxy}${PROXY.streams}`]: { summary: 'List the streams' },
  [`GET ${proxy}${PROXY.metadata}`]: { summary: "Read a stream's length and ids" },
  [`GET ${proxy}${PROXY.latest}`]: { summary: "Read a stream's newest entry" },
  [`GET ${proxy}${PROXY.recent}`]: { summary: "Read a stream's newest entries" },
}
