import { type SubmitEvent, useMemo, useRef, useState } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import { type SharedPerson, type Shares, VIEWERS } from '#contract/strategies/shares.ts'
import { toMillis } from '#contract/time.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Section } from '../detail/Section.tsx'
import { useTradingContext } from '../trading-context.ts'
import * as css from './sharing.css.ts'

/** Shares a strategy with the Trader of an e-mail address. */
function ShareForm({ strategy: { id, name } }: { readonly strategy: Pick<Strategy, 'id' | 'name'> }) {
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

const ALL_VIEWERS = 'all Viewers'

type SharedStrategy = Pick<Strategy, 'id' | 'name'>

/** Ends a share, or begins that with all Viewers; a failure is an alert. */
function useShares({ id, name }: SharedStrategy) {
  const { commands } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const revoking = useMutation(commands.revokeShare)
  const sharing = useMutation(commands.share)

  async function revoke(audience: string, who: string): Promise<void> {
    const result = await revoking.mutate(id, audience)
    if (result?.ok === true) toasts.success(`"${name}" is no longer shared with ${who}`)
    else if (result) await dialogs.alert({ title: `Failed to end the share: ${result.error.text}` })
  }

  async function setViewers(isShared: boolean): Promise<void> {
    if (!isShared) return revoke(VIEWERS, ALL_VIEWERS)
    const result = await sharing.mutate(id, { audience: VIEWERS })
    if (result?.ok === true) toasts.success(`"${name}" is shared with ${ALL_VIEWERS}`)
    else if (result) await dialogs.alert({ title: `Failed to share: ${result.error.text}` })
    return undefined
  }

  return { isPending: revoking.isPending || sharing.isPending, pending: revoking.pending?.[1], revoke, setViewers }
}

interface AudienceProps {
  readonly strategy: SharedStrategy
  readonly shares: Shares
}

function Person({ person, strategy }: { readonly person: SharedPerson; readonly strategy: SharedStrategy }) {
  const { email, user_id: userId, shared_at: at } = person
  const { isPending, revoke } = useShares(strategy)
  return (
    <li className={css.person}>
      <span className={css.email}>{email}</span>
      <span className={layout.quiet}>since {formatExact(toMillis(at))}</span>
      <Button
        size="small"
        className={css.end}
        busy={isPending}
        aria-label={`Stop sharing with ${email}`}
        onClick={() => void revoke(userId, email)}
      >
        Stop sharing
      </Button>
    </li>
  )
}

function Audience({ strategy, shares: { viewers, people } }: AudienceProps) {
  const { isPending, setViewers } = useShares(strategy)
  return (
    <div className={layout.stack[4]}>
      <Switch
        label="Every Viewer can read it"
        checked={viewers}
        disabled={isPending}
        onChange={(isShared) => void setViewers(isShared)}
      />
      {people.length === 0 ? (
        <p className={layout.quiet}>Not shared with a Trader so far.</p>
      ) : (
        <ul className={layout.stack[1]} aria-label="Shared with">
          {people.map((person) => (
            <Person key={person.user_id} person={person} strategy={strategy} />
          ))}
        </ul>
      )}
      <ShareForm strategy={strategy} />
    </div>
  )
}

/** With whom the user's own strategy is shared. */
export function Sharing({ strategy }: { readonly strategy: SharedStrategy }) {
  const { feeds } = useTradingContext()
  const { id } = strategy
  const data = useRemoteData(useMemo(() => feeds.shares(id), [feeds, id]))
  return (
    <Section title="Who Can Read It">
      <p className={layout.quiet}>
        Readers see its settings, versions, decisions and why they were made. They cannot change, pause or copy it, and
        see neither drafts nor with whom else it is shared. A share ends at once.
      </p>
      <AsyncContent data={data} loading={<Skeleton height="132px" />} failed="Failed to load the shares">
        {(shares) => <Audience strategy={strategy} shares={shares} />}
      </AsyncContent>
    </Section>
  )
}
