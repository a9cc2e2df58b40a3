import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ImportFindings, ImportReport } from '#contract/candle-imports.ts'
import { publishImport } from './publish.ts'
import { removeStaged, stageImport, type ImportRequest } from './stage.ts'

/** What was found in a file, and what became of its minutes. */
export interface Imported {
  readonly findings: ImportFindings
  readonly report: ImportReport
}

/** [BT-41] Imports a file: all of it, or nothing. Throws with the reason if it cannot be used. */
export async function importFile({
  id = randomUUID(),
  ...request
}: Omit<ImportRequest, 'id' | 'name'> & Partial<Pick<ImportRequest, 'id'>>): Promise<Imported> {
  const { folder, path } = request
  for (;;) {
    const { staged, findings, report } = await stageImport({ ...request, name: basename(path), id })
    if (!staged || (await publishImport(folder, staged))) return { findings, report }
    await removeStaged(folder, staged.months)
  }
}
