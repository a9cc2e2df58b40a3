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
  folder,
  path,
  source,
  id = randomUUID(),
}: Pick<ImportRequest, 'folder' | 'path' | 'source'> & Partial<Pick<ImportRequest, 'id'>>): Promise<Imported> {
  for (;;) {
    const { staged, findings, report } = await stageImport({ folder, path, name: basename(path), source, id })
    if (!staged || (await publishImport(folder, staged))) return { findings, report }
    await removeStaged(folder, staged.months)
  }
}
