import { pino, type DestinationStream, type Logger } from 'pino'

const SECRET_PARAMETERS = /([?&](?:token|code|password)=)[^&#\s]*/gi
/** Where request and reply objects hold secrets. */
const SECRET_FIELDS = [
  ...['authorization', 'cookie', '["set-cookie"]'].flatMap((name) => {
    const field = name.startsWith('[') ? name : `.${name}`
    return [`headers${field}`, `*.headers${field}`]
  }),
  ...['password', 'access_token', 'ticket'].flatMap((name) => [name, `*.${name}`]),
]

/** An address as it may be logged or shown: values of secret parameters are replaced. */
export const redactUrl = (url: string): string => url.replace(SECRET_PARAMETERS, '$1***')

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

/** The server's log: one JSON line per entry, without secrets. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRET_FIELDS, censor: '***' },
      serializers: {
        req: ({ id, method, url, ip }: LoggedRequest) => ({ id, method, url: url && redactUrl(url), ip }),
        err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)),
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
}

/** Bodies and query parameters ride along on some errors of libraries. */
function withoutSecrets(error: { type: string; message: string; stack: string }): object {
  const { type, message, stack } = error
  return { type, message: redactUrl(message), stack: redactUrl(stack) }
}
