import { useRef, useState, type SubmitEvent } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'
import * as css from './sharing.css.ts'

/** Shares a strategy with the Trader of an e-mail address. */
export function ShareForm({ strategy: { id, name } }: { readonly strategy: Pick<Strategy, 'id' | 'name'> }) {
  const { commands } = useTradingContext()
  const { toasts } = useOverlays()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const { mutate, isPending, error } = useMutation(commands.share)
  const [isIncomplete, setIsIncomplete] = useState(false)

  async function share() {
    const address = email.trim()
    setIsIncomplete(address === '')
    if (address === '') {
      field.current?.focus()
      return
    }
    const result = await mutate(id, { email: address })
    if (result?.ok !== true) return
    toasts.success(`"${name}" is shared with ${address}`)
    setEmail('')
    field.current?.focus()
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void share()
      }}
    >
      <TextField
        ref={field}
        label="E-mail address of a Trader"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={isIncomplete ? 'Enter the address first' : error?.text}
      />
      <Button type="submit" className={css.submit} variant="primary" busy={isPending} busyText="Sharing...">
        Share
      </Button>
    </form>
  )
}
