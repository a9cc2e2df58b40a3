import { Link } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import type { LinkFrom } from '#contract/password-reset.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { form, link } from '../auth.css.ts'
import { usePasswordReset } from './usePasswordReset.ts'

const NEXT: Readonly<Record<LinkFrom, string>> = {
  mail: 'If there is an account with this address, we sent it a link. It works once, for 30 minutes.',
  admin: 'This server sends no e-mail. Ask an Admin for a link to reset your password.',
}

/** Asks for a link that resets the password. The answer is the same whether there is such an account or not. */
export default function ForgotPasswordScreen() {
  const { mutate, isPending, error } = useMutation(usePasswordReset().request)
  const [email, setEmail] = useState('')
  const [from, setFrom] = useState<LinkFrom>()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (email.trim() === '') return
    const result = await mutate(email.trim())
    if (result?.ok === true) setFrom(result.value.link_from)
  }

  return (
    <CenteredPage title="Reset Your Password" documentTitle="Reset Your Password">
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
      {from === undefined ? (
        <form className={form} onSubmit={(event) => void submit(event)} noValidate aria-label="Reset Your Password">
          <TextField
            label="E-mail"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="primary" wide disabled={email.trim() === ''} busy={isPending}>
            Get a Link
          </Button>
        </form>
      ) : (
        <Alert tone="info">{NEXT[from]}</Alert>
      )}
      <Link to="/signin" className={link}>
        Back to Sign In
      </Link>
    </CenteredPage>
  )
}
