import type { TestInfo } from '@playwright/test'

/** What `npm run test:faults` adds up over all tests and prints. */
type CountName = 'Mutated messages read' | 'Authorization cells' | 'Servers killed (kill -9)' | 'Violations of the CSP'

declare module 'vitest' {
  interface TaskMeta {
    counts?: Readonly<Record<string, number>>
  }
}

/** Records a count in the report of a unit test. */
export function recordCount(
  { task }: { readonly task: { readonly meta: { counts?: Readonly<Record<string, number>> } } },
  name: CountName,
  count: number,
): void {
  task.meta.counts = { ...task.meta.counts, [name]: count }
}

/** Records a count in the report of a browser test. */
export function annotateCount({ annotations }: Pick<TestInfo, 'annotations'>, name: CountName, count: number): void {
  annotations.push({ type: `count: ${name}`, description: String(count) })
}
