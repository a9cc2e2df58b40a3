import { Check, Circle } from 'lucide-react'
import { PASSWORD_RULES } from '#contract/password-rules.ts'
import { VisuallyHidden } from '#src/ui/display/VisuallyHidden.tsx'
import { kept, open, rule, rules } from './PasswordRules.css.ts'

/** What a password needs, each rule marked as soon as it is kept. */
export function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  return (
    <ul id={id} className={rules} aria-label="Password rules">
      {PASSWORD_RULES.map(({ demand, test }) => {
        if (demand === undefined) return null
        const isKept = test(password)
        const Icon = isKept ? Check : Circle
        return (
          <li key={demand} className={rule}>
            <Icon size={12} aria-hidden="true" className={isKept ? kept : open} />
            {demand}
            <VisuallyHidden>{isKept ? ', done' : ', still missing'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
