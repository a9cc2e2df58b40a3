import Elk, { type ELK } from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

interface UrlPolicy {
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: UrlPolicy): UrlPolicy
}
const hasPolicies = (scope: object): scope is { readonly trustedTypes: PolicyFactory } => 'trustedTypes' in scope

/** Trusted Types policy that allows only the layout worker's URL. */
function trustedWorkerUrl(url: string): string {
  const page: object = globalThis
  if (!hasPolicies(page)) return url
  const policy = page.trustedTypes.createPolicy('pairbot-layout', {
    createScriptURL: (requested) => {
      if (requested === workerUrl) return requested
      throw new TypeError('No other script is started here')
    },
  })
  return policy.createScriptURL(url)
}

let engine: ELK | undefined

/** The layout engine in its own worker, created on first use. */
export function layoutEngine(): ELK {
  engine ??= new Elk({ workerFactory: () => new Worker(trustedWorkerUrl(workerUrl)) })
  return engine
}
