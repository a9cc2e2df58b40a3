/** The link with which an invited person registers. */
export const registrationUrl = (code: string): string =>
  `${window.location.origin}/register?code=${encodeURIComponent(code)}`
