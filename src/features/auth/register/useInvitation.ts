import { useEffect, useState } from 'react'
import type { InvitationCheck } from '#src/machines/session/ports.ts'
import { usePublicServices } from '#src/app/services.ts'

const THREW: InvitationCheck = { kind: 'unanswered', text: 'Failed to validate invitation code' }

/** What is known of the invitation: undefined while its code is checked. `again` asks once more. */
export function useInvitation(): { readonly check: InvitationCheck | undefined; readonly again: () => void } {
  const { invitation } = usePublicServices()
  const [asked, setAsked] = useState(1)
  const [answer, setAnswer] = useState<{ readonly to: number; readonly check: InvitationCheck }>()

  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      const check = await invitation.check(leaving.signal).catch(() => THREW)
      if (!leaving.signal.aborted) setAnswer({ to: asked, check })
    }
    void ask()
    return () => leaving.abort()
  }, [invitation, asked])

  return {
    check: answer?.to === asked ? answer.check : undefined,
    again: () => setAsked((times) => times + 1),
  }
}
