import { use } from 'react'
import { usePublicServices, type PasswordResetApi } from '#src/app/services.ts'

/** The calls for a forgotten password. Suspends until their code is loaded. */
export const usePasswordReset = (): PasswordResetApi => use(usePublicServices().passwordReset())
