import { TriangleAlert } from 'lucide-react'
import type { PayloadProblem } from '#src/analysis/problems.ts'
import { ShrinkingBadge } from '#src/ui/text/Badge.tsx'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { code as codeClass, problems as problemsClass } from './card.css.ts'

/** Pill with the number of problems in a card's data; lists them on hover or click. Absent without problems. */
export function ProblemsPill({ problems }: { readonly problems: readonly PayloadProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Popover
      title="Missing or unreadable"
      onHover
      trigger={
        <ShrinkingBadge
          tone="danger"
          shape="pill"
          icon={<TriangleAlert size={12} aria-hidden="true" />}
          count={problems.length}
        >
          data incomplete ({problems.length})
        </ShrinkingBadge>
      }
    >
      <ul className={problemsClass}>
        {problems.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <code className={codeClass}>{code}</code>
            {message}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
