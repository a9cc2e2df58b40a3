import { ArrowLeft } from 'lucide-react'
import { use } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { CandleImport } from '#contract/candle-imports.ts'
import type { CandleImports } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './imports.css.ts'
import { ImportItem } from './ImportItem.tsx'
import { UploadCandles } from './UploadCandles.tsx'
import { useImportActions } from './useImportActions.ts'

interface ImportCandlesProps {
  /** Always the same function. */
  readonly load: () => Promise<CandleImports>
  readonly onBack: () => void
}

const replaces = (other: CandleImport, { file, source, created_at: at }: CandleImport): boolean =>
  other.status === 'done' && other.file === file && other.source === source && other.created_at > at

/** [BT-60] Imports of candles into the library: uploading files, and what became of them. */
export function ImportCandles({ load, onBack }: ImportCandlesProps) {
  const imports = use(load())
  const data = useRemoteData(imports.list)
  const actions = useImportActions(imports)
  return (
    <div className={layout.stack[4]}>
      <div className={layout.wrap[3]}>
        <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          Candles
        </Button>
      </div>
      <Card title="Import Candles" help={<Help of="Import Candles" topic="candleImports" />}>
        <UploadCandles uploads={imports.uploads} />
      </Card>
      <Card title="Imports">
        <AsyncContent data={data} loading="Loading imports..." failed="Failed to load the imports">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No imports yet">
                Files that are imported here are listed with what was found in them.
              </EmptyState>
            ) : (
              <ul className={css.list} aria-label="Imports">
                {all.map((each) => (
                  <ImportItem
                    key={each.id}
                    of={each}
                    actions={actions}
                    isReplaced={all.some((other) => replaces(other, each))}
                  />
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </Card>
    </div>
  )
}
