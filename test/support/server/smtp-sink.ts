import { createServer, type Socket } from 'node:net'

/** A letter as a mail server takes it. */
export interface TakenLetter {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, unfolded, quoted-printable decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** How the sink treats who comes: `refuse` every recipient, `mute` never says a word, `drop` hangs up on DATA. */
export type SinkManner = 'take' | 'refuse' | 'mute' | 'drop'

export interface SmtpSink {
  readonly url: string
  readonly letters: readonly TakenLetter[]
  /** What clients said, line by line, letters excluded. */
  readonly lines: readonly string[]
  manner: SinkManner
  close(): Promise<void>
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

function parseLetter(data: string): Pick<TakenLetter, 'headers' | 'text'> {
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

/** A mail server that takes letters and keeps them (RFC 5321, as much of it as a client needs). */
export async function smtpSink(port = 0): Promise<SmtpSink> {
  const letters: TakenLetter[] = []
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const state: { manner: SinkManner } = { manner: 'take' }

  function converse(socket: Socket) {
    let text = ''
    let from = ''
    let to: string[] = []
    let inData = false
    const say = (reply: string) => socket.write(`${reply}\r\n`)
    const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

    function answer(line: string) {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') say('250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN')
      else if (verb === 'MAIL') {
        from = address(line)
        to = []
        say('250 ok')
      } else if (verb === 'RCPT') {
        if (state.manner === 'refuse') say('550 no such mailbox')
        else {
          to.push(address(line))
          say('250 ok')
        }
      } else if (verb === 'DATA') {
        if (state.manner === 'drop') socket.destroy()
        else {
          inData = true
          say('354 go on')
        }
      } else if (verb === 'AUTH') say('235 welcome')
      else if (verb === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('502 not here')
    }

    function take(): boolean {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return false
      const piece = text.slice(0, end)
      text = text.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        letters.push({ from, to, ...parseLetter(piece) })
        say('250 taken')
      } else {
        lines.push(piece)
        answer(piece)
      }
      return true
    }

    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.manner === 'mute') return
    socket.on('data', (bytes) => {
      text += bytes.toString()
      while (take());
    })
    say('220 sink')
  }

  const server = createServer(converse)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const held = server.address()
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${typeof held === 'object' ? held?.port : 0}`,
    letters,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  })
}
