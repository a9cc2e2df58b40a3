import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import { error, errors as errorsClass, heading, text, when } from './ErrorList.css.ts'

export interface ErrorListProps {
  readonly title: string
  /** Oldest first; `at` in unix ms. */
  readonly errors: readonly { readonly at: number; readonly text: string }[]
  /** Maximum number of errors shown. */
  readonly shown: number
}

/** The last errors, newest first; renders nothing when there are none. */
export function ErrorList({ title, errors, shown }: ErrorListProps) {
  if (errors.length === 0) return null
  // The same error reported twice at the same time counts once.
  const distinct = new Map(errors.map((each) => [`${each.at} ${each.text}`, each]))
  return (
    <div>
      <h4 className={heading}>{title}</h4>
      <ul className={errorsClass}>
        {[...distinct]
          .slice(-shown)
          .toReversed()
          .map(([key, each]) => (
            <li key={key} className={error}>
              <span className={text}>{each.text}</span>
              <time className={when} dateTime={toIso(each.at)} title={formatExact(each.at)}>
                {formatClock(each.at)}
              </time>
            </li>
          ))}
      </ul>
    </div>
  )
}
