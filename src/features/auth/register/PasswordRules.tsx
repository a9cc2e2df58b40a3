import { Check, Circle } from 'lucide-react'
import { PASSWORD_RULES } from '#contract/password-rules.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { met, unmet, rule, rules } from './PasswordRules.css.ts'

/** Password rules, each marked once it is met. */
export function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  return (
    <ul id={id} className={rules} aria-label="Password rules">
      {PASSWORD_RULES.map(({ requirement, test }) => {
        if (requirement === undefined) return null
        const isMet = test(password)
        const Icon = isMet ? Check : Circle
        return (
          <li key={requirement} className={rule}>
            <Icon size={12} aria-hidden="true" className={isMet ? met : unmet} />
            {requirement}
            <VisuallyHidden>{isMet ? ', done' : ', still missing'}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
