import { useEffect, useState } from 'react'
import type { InvitationCheck } from '#src/machines/session/ports.ts'
import { usePublicServices } from '#src/app/services.ts'

const CHECK_FAILED: InvitationCheck = { kind: 'unanswered', text: 'Failed to validate invitation code' }

/** Validates the invitation code; `check` is undefined meanwhile. */
export function useInvitationCheck(): { readonly check: InvitationCheck | undefined; readonly retry: () => void } {
  const { invitation } = usePublicServices()
  const [attempt, setAttempt] = useState(1)
  const [result, setResult] = useState<{ readonly attempt: number; readonly check: InvitationCheck }>()

  useEffect(() => {
    const controller = new AbortController()
    const runCheck = async () => {
      const check = await invitation.check(controller.signal).catch(() => CHECK_FAILED)
      if (!controller.signal.aborted) setResult({ attempt, check })
    }
    void runCheck()
    return () => controller.abort()
  }, [invitation, attempt])

  return {
    check: result?.attempt === attempt ? result.check : undefined,
    retry: () => setAttempt((previous) => previous + 1),
  }
}
