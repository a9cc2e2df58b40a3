import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import * as z from 'zod/mini'
import { observeChanges, operationsSchema } from './file-changes.ts'

/** errno of the WebAssembly side for a failed write to the disk. */
const EIO = 29

export interface DurableFilesOptions {
  readonly fsync?: (descriptor: number) => void
  /** Whether everything in the directory was synced before the engine opens it. */
  readonly isSynced?: boolean
}

/**
 * File system of the embedded database with a real fsync, which the stock one lacks. After a failed sync every later one
 * fails too: the kernel may have dropped the unwritten pages, so a later success would prove nothing. What was not changed
 * since its last sync is not synced again: after a kill the engine syncs every file twice, one at a time.
 */
export class DurableNodeFS extends NodeFS {
  /** Number of syncs that reached the disk. */
  syncs = 0
  /** The first sync that failed. */
  #failure: Error | undefined
  readonly #fsync: (descriptor: number) => void
  readonly #isSynced: boolean

  constructor(directory: string, { fsync = fsyncSync, isSynced = false }: DurableFilesOptions = {}) {
    super(directory)
    this.#fsync = fsync
    this.#isSynced = isSynced
  }

  override async init(pg: PGlite, opts: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, opts)
    const hook = (mod: unknown) => {
      const { NODEFS, FS } = internalsSchema.parse(mod)
      /** Whether a file or directory is as it was synced last; `isSynced` of those that the engine did not touch yet. */
      const synced = new WeakMap<object, boolean>()
      observeChanges(NODEFS, (node) => synced.set(node, false))
      NODEFS.stream_ops['fsync'] = (stream: unknown) => {
        const { nfd, node } = streamSchema.parse(stream)
        if (synced.get(node) ?? this.#isSynced) return 0
        try {
          this.#sync(nfd, () => NODEFS.realPath(node))
          synced.set(node, true)
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

const callable = <F extends Function>() => z.custom<F>((value) => typeof value === 'function')

/** Internals of the engine's module that the hook uses; the version is pinned because another may lack them. */
const internalsSchema = z.object({
  NODEFS: z.looseObject({
    stream_ops: operationsSchema,
    node_ops: operationsSchema,
    realPath: callable<(node: unknown) => string>(),
  }),
  FS: z.looseObject({ ErrnoError: callable<Function>() }),
})

const streamSchema = z.object({
  nfd: z.optional(z.number()),
  node: z.custom<object>((value) => typeof value === 'object' && value !== null),
})
