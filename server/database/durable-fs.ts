import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import * as z from 'zod/mini'

/** errno of the WebAssembly side for a failed write to the disk. */
const EIO = 29

/**
 * File system of the embedded database with a real fsync, which the stock one lacks. After a failed sync every later one
 * fails too: the kernel may have dropped the unwritten pages, so a later success would prove nothing. A file is not synced
 * again before it was written again: after a kill the engine syncs every file twice, one at a time.
 */
export class DurableNodeFS extends NodeFS {
  /** Number of syncs that reached the disk. */
  syncs = 0
  /** The first sync that failed. */
  #failure: Error | undefined
  readonly #fsync: (descriptor: number) => void

  constructor(directory: string, fsync: (descriptor: number) => void = fsyncSync) {
    super(directory)
    this.#fsync = fsync
  }

  override async init(pg: PGlite, opts: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts)
    const hook = (mod: unknown) => {
      const { NODEFS, FS } = internalsSchema.parse(mod)
      /** Files without a write since their last sync. */
      const synced = new WeakSet<object>()
      forgetOnWrite(NODEFS, synced)
      NODEFS.stream_ops['fsync'] = (stream: unknown) => {
        const { nfd, node } = streamSchema.parse(stream)
        if (synced.has(node)) return 0
        try {
          this.#sync(nfd, () => NODEFS.realPath(node))
          if (nfd !== undefined) synced.add(node)
        } catch (error) {
          this.#failure ??= error instanceof Error ? error : new Error(String(error))
          throw Reflect.construct(FS.ErrnoError, [EIO])
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }

  #sync(descriptor: number | undefined, path: () => string) {
    if (this.#failure) throw this.#failure
    if (descriptor !== undefined) this.#fsync(descriptor)
    else {
      const opened = openSync(path(), 'r')
      try {
        this.#fsync(opened)
      } finally {
        closeSync(opened)
      }
    }
    this.syncs += 1
  }
}

/** Removes a file from `synced` before it is written or its length or mode is changed. */
function forgetOnWrite({ stream_ops: streams, node_ops: nodes }: Internals['NODEFS'], synced: WeakSet<object>): void {
  for (const name of ['write', 'msync', 'allocate']) {
    const original = streams[name]
    if (!original) continue
    streams[name] = (stream, ...rest) => {
      synced.delete(streamSchema.parse(stream).node)
      return original(stream, ...rest)
    }
  }
  const { setattr } = nodes
  nodes['setattr'] = (node, ...rest) => {
    synced.delete(objectSchema.parse(node))
    return setattr?.(node, ...rest) ?? 0
  }
}

const callable = <F extends Function>() => z.custom<F>((value) => typeof value === 'function')

const objectSchema = z.custom<object>((value) => typeof value === 'object' && value !== null)
const operations = z.custom<Record<string, (target: unknown, ...rest: unknown[]) => number>>(
  (value) => typeof value === 'object' && value !== null,
)

/** Internals of the engine's module that the hook uses; the version is pinned because another may lack them. */
const internalsSchema = z.object({
  NODEFS: z.looseObject({
    stream_ops: operations,
    node_ops: operations,
    realPath: callable<(node: unknown) => string>(),
  }),
  FS: z.looseObject({ ErrnoError: callable<Function>() }),
})

type Internals = z.infer<typeof internalsSchema>

const streamSchema = z.looseObject({ nfd: z.optional(z.number()), node: objectSchema })
