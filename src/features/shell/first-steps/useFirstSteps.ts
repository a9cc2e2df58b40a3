import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Role } from '#contract/roles.ts'
import { usePreferences } from '#src/app/services.ts'
import { stepsDoneBy, stepsFor } from './steps.ts'

/** The first steps of a role, and which of them the user has done. */
export function useFirstSteps(role: Role, path: string) {
  const [{ doneSteps = NONE, hidesFirstSteps = false, timeZone, numberLocale }, setPreferences] = usePreferences()
  const hasCard = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search['card'] !== undefined,
  })
  const hasOwnFormat = timeZone !== undefined || numberLocale !== undefined
  const steps = stepsFor(role)

  const markDone = useCallback(
    (ids: readonly string[]) => {
      const added = ids.filter((id) => !doneSteps.includes(id))
      if (added.length > 0) setPreferences({ doneSteps: [...doneSteps, ...added] })
    },
    [doneSteps, setPreferences],
  )
  useEffect(() => {
    if (!hidesFirstSteps) markDone(stepsDoneBy({ path, hasCard, hasOwnFormat }))
  }, [hidesFirstSteps, markDone, path, hasCard, hasOwnFormat])

  const done = steps.filter(({ id }) => doneSteps.includes(id))
  return {
    steps: steps.map((step) => ({ ...step, isDone: done.includes(step) })),
    /** Offered until they are done or dismissed. */
    isOffered: !hidesFirstSteps && done.length < steps.length,
    isDismissed: hidesFirstSteps,
    markDone,
    setDismissed: (isDismissed: boolean) => setPreferences({ hidesFirstSteps: isDismissed }),
  }
}

const NONE: readonly string[] = []

export type FirstSteps = ReturnType<typeof useFirstSteps>
