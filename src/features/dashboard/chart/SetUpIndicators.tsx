import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { usePreferences } from '#src/app/services.ts'
import { IndicatorsDialog } from '#src/ui/charts/indicators/IndicatorsDialog.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { NamedSets } from '#src/ui/fields/NamedSets.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { indicatorsText } from '../search.ts'

const NONE: Readonly<Record<string, string[]>> = {}

interface ShownProps {
  /** Ids of all that is shown on the chart. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
}

/** What is shown on the chart, kept by name, and as a link. */
function IndicatorSets({ shown, onChange }: ShownProps) {
  const [{ indicatorSets = NONE }, setPreferences] = usePreferences()
  const copy = useCopy()
  function copyLink(): void {
    const link = new URL(window.location.href)
    link.searchParams.set('indicators', indicatorsText(shown))
    void copy(link.href, 'Link copied')
  }
  return (
    <NamedSets
      noun="set"
      label="Keep what is shown as a set"
      sets={indicatorSets}
      current={shown.length === 0 ? undefined : [...shown]}
      describe={(ids) => pluralize(ids.length, 'indicator')}
      onOpen={onChange}
      onChange={(sets) => setPreferences({ indicatorSets: sets })}
    >
      <Button icon={<Link2 size={14} aria-hidden="true" />} disabled={shown.length === 0} onClick={copyLink}>
        Copy Link
      </Button>
    </NamedSets>
  )
}

export interface SetUpIndicatorsProps extends ShownProps {
  readonly onClose: () => void
}

/** The user's own indicators, and the sets of all that is shown. */
export function SetUpIndicators({ shown, onChange, onClose }: SetUpIndicatorsProps) {
  // A set is shown at once: the rows begin anew with what is in it.
  const [edition, setEdition] = useState(0)
  return (
    <IndicatorsDialog shown={shown} edition={edition} onChange={onChange} onClose={onClose}>
      <IndicatorSets
        shown={shown}
        onChange={(next) => {
          onChange(next)
          setEdition(edition + 1)
        }}
      />
    </IndicatorsDialog>
  )
}
