import { createServer, type Socket } from 'node:net'

/** An email as received by a mail server. */
export interface ReceivedEmail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, unfolded, quoted-printable decoded. */
  readonly headers: Readonly<Record<string, string>>
  /** The plain part, and the one in HTML. */
  readonly text: string
  readonly html: string
}

/** Behavior of the server: `accept`, `reject` every recipient, stay `silent`, or `drop` the connection on DATA. */
export type SinkBehavior = 'accept' | 'reject' | 'silent' | 'drop'

export interface SmtpSink {
  readonly url: string
  readonly emails: readonly ReceivedEmail[]
  /** Lines sent by clients, without the emails. */
  readonly lines: readonly string[]
  behavior: SinkBehavior
  close(): Promise<void>
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

function parsePart(data: string): Pick<ReceivedEmail, 'headers' | 'text'> {
  const end = data.indexOf('\r\n\r\n')
  const headers = Object.fromEntries(
    data
      .slice(0, end)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  ) as Record<string, string>
  const body = data.slice(end + 4).replace(/^\.\./gm, '.')
  const text = headers['content-transfer-encoding'] === 'quoted-printable' ? decodeQuoted(body) : body
  return { headers, text: text.replaceAll('\r\n', '\n') }
}

function parseEmail(data: string): Omit<ReceivedEmail, 'from' | 'to'> {
  const { headers } = parsePart(data)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts =
    boundary === undefined
      ? [data]
      : data
          .split(`\r\n--${boundary}`)
          .slice(1, -1)
          .map((part) => part.slice(2))
  const bodyOf = (type: string) =>
    parts.map(parsePart).find((part) => part.headers['content-type']?.startsWith(type))?.text ?? ''
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') }
}

/** A mail server that collects emails (the part of RFC 5321 that clients need). */
export async function smtpSink(port = 0): Promise<SmtpSink> {
  const emails: ReceivedEmail[] = []
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const state: { behavior: SinkBehavior } = { behavior: 'accept' }

  function handleConnection(socket: Socket) {
    let text = ''
    let from = ''
    let to: string[] = []
    let inData = false
    const send = (reply: string) => socket.write(`${reply}\r\n`)
    const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

    function handleCommand(line: string) {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') send('250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN')
      else if (verb === 'MAIL') {
        from = address(line)
        to = []
        send('250 ok')
      } else if (verb === 'RCPT') {
        if (state.behavior === 'reject') send('550 no such mailbox')
        else {
          to.push(address(line))
          send('250 ok')
        }
      } else if (verb === 'DATA') {
        if (state.behavior === 'drop') socket.destroy()
        else {
          inData = true
          send('354 go on')
        }
      } else if (verb === 'AUTH') send('235 welcome')
      else if (verb === 'QUIT') {
        send('221 bye')
        socket.end()
      } else send('502 not implemented')
    }

    function processInput(): boolean {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return false
      const piece = text.slice(0, end)
      text = text.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        emails.push({ from, to, ...parseEmail(piece) })
        send('250 ok')
      } else {
        lines.push(piece)
        handleCommand(piece)
      }
      return true
    }

    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.behavior === 'silent') return
    socket.on('data', (bytes) => {
      text += bytes.toString()
      while (processInput());
    })
    send('220 sink')
  }

  const server = createServer(handleConnection)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address()
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    emails,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  })
}
