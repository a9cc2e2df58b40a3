import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSignedOut, signInSearch } from '../app/guards.ts'
import { root } from './root.tsx'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: signInSearch,
  beforeLoad: ({ context, search }) => requireSignedOut(context.services.session, search.redirect),
  component: lazyRouteComponent(() => import('#src/features/auth/SignInScreen.tsx')),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: ({ context }) => requireSignedOut(context.services.session, undefined),
  component: lazyRouteComponent(() => import('#src/features/auth/register/RegisterScreen.tsx')),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('#src/features/auth/reset/ForgotPasswordScreen.tsx')),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#src/features/auth/reset/ResetPasswordScreen.tsx')),
})

/** Open without a session. */
export const publicRoutes = [signIn, register, forgotPassword, resetPassword] as const
