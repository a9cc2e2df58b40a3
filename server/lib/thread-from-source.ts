import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Code that runs a TypeScript module in a thread, for a server that is run from source: the thread needs tsx's loader, whose
 * CommonJS build does not load in threads.
 */
export function threadFromSource(module: URL): string {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const [api, entry] = [pathToFileURL(loader), module].map(({ href }) => JSON.stringify(href))
  return `import(${api}).then(({ register }) => { register(); return import(${entry}) })`
}
