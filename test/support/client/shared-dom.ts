import { builtinEnvironments, type Environment } from 'vitest/runtime'

declare global {
  // A worker's window, once it has one.
  var pairbotWindow: Promise<unknown> | undefined
}

/** One jsdom window for all files of a worker, which share its modules too: making one takes a third of a second. */
const sharedDom: Environment = {
  name: 'shared-dom',
  viteEnvironment: 'client',
  async setup(global, options) {
    globalThis.pairbotWindow ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options))
    await globalThis.pairbotWindow
    return { teardown: () => undefined }
  },
}

export default sharedDom
