/** The library of passkeys. Its two hundred modules are loaded for the first passkey, not at every start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
