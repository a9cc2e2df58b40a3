import type { CodeProof, FactorMethod } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { TextField } from './TextField.tsx'

const FIELDS = {
  totp: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes that you saved; each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const

/** Buttons that choose another way. */
export const FACTOR_CHOICES: Readonly<Record<FactorMethod, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
}

/** The code as it is sent, without the spaces it may be typed with; undefined until it is complete. */
export function completeCode(method: CodeProof['method'], typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, '')
  return (method === 'totp' ? /^\d{6}$/.test(code) : code !== '') ? code : undefined
}

interface CodeFieldProps {
  readonly method: CodeProof['method']
  readonly value: string
  readonly onChange: (typed: string) => void
}

/** Asks for a code of a second factor, and takes the focus. */
export function CodeField({ method, value, onChange }: CodeFieldProps) {
  return (
    <TextField
      {...FIELDS[method]}
      ref={focusOnce}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={FACTORS.maxCode}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A ref of its own for each element would focus at every render. */
export const focusOnce = (element: HTMLElement | null) => element?.focus()
