import * as z from 'zod/mini'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const streamSchema = z.custom<{ readonly node: object }>(
  (value) => isObject(value) && 'node' in value && isObject(value.node),
)
const childSchema = z.custom<{ readonly parent: object }>(
  (value) => isObject(value) && 'parent' in value && isObject(value.parent),
)

type Operations = Record<string, (...args: readonly unknown[]) => unknown>

/** Operations of the engine's file system by name. */
export const operationsSchema = z.custom<Operations>(isObject)

/** Operations on an open stream that change its file. */
const STREAM_CHANGES = ['write', 'msync', 'allocate', 'setattr']

/** What operations on nodes (files and directories) change. A directory is changed by a name that comes or goes. */
const NODE_CHANGES: Readonly<Record<string, (args: readonly unknown[], result: unknown) => readonly unknown[]>> = {
  setattr: ([file]) => [file],
  mknod: ([directory], created) => [directory, created],
  rename: ([file, to]) => [file, z.parse(childSchema, file).parent, to],
  unlink: ([directory]) => [directory],
  rmdir: ([directory]) => [directory],
  symlink: ([directory]) => [directory],
}

/**
 * Calls `changed` with every file whose bytes, length or mode may have changed, and every directory whose names may have, also
 * after an operation that failed halfway.
 */
export function observeChanges(
  { stream_ops: streams, node_ops: nodes }: { readonly stream_ops: Operations; readonly node_ops: Operations },
  changed: (node: object) => void,
): void {
  for (const name of STREAM_CHANGES) {
    const original = streams[name]
    if (!original) continue
    streams[name] = (...args) => {
      changed(z.parse(streamSchema, args[0]).node)
      return original(...args)
    }
  }
  for (const [name, changesOf] of Object.entries(NODE_CHANGES)) {
    const original = nodes[name]
    if (!original) continue
    nodes[name] = (...args) => {
      let result: unknown
      try {
        result = original(...args)
        return result
      } finally {
        for (const node of changesOf(args, result)) if (isObject(node)) changed(node)
      }
    }
  }
}
