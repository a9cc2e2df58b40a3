import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHtml } from '#server/identity/invitations/email-template.ts'
import type { InvitationMail } from '#server/identity/invitations/mailer.ts'
import { createSmtpMailer } from '#server/identity/invitations/smtp.ts'
import { smtpSink, type SmtpSink } from '#test/support/server/smtp-sink.ts'

const MAIL: InvitationMail = {
  to: 'grace@pairbot.test',
  role: 'Trader',
  code: '0123456789abcdef0123456789abcdef',
  expiresAt: Date.parse('2026-01-12T08:00:00Z'),
}

let sink: SmtpSink
const errors: unknown[] = []
beforeAll(async () => {
  sink = await smtpSink()
})
afterEach(() => {
  sink.behavior = 'accept'
  errors.length = 0
})
afterAll(() => sink.close())

const mailer = (url = sink.url, timeoutMs = 5_000) =>
  createSmtpMailer(
    {
      url,
      from: 'Pairbot <pairbot@pairbot.test>',
      publicUrl: new URL('https://pairbot.example/anything'),
      timeoutMs,
    },
    (error) => errors.push(error),
  )
const messages = () => errors.map((error) => (error instanceof Error ? error.message : error))

describe('invitations by e-mail', () => {
  it('[PE-7] contain role, expiry and a link with the code, as plain text and as HTML', async () => {
    expect(await mailer()(MAIL)).toBe(true)
    const letter = sink.emails.at(-1)
    expect([letter?.from, letter?.to]).toEqual(['pairbot@pairbot.test', ['grace@pairbot.test']])
    expect(letter?.headers).toMatchObject({
      from: 'Pairbot <pairbot@pairbot.test>',
      to: 'grace@pairbot.test',
      subject: 'Your invitation to Pairbot',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    })
    expect(letter?.text).toBe(
      [
        'You are invited to Pairbot as Trader.',
        'Open this link to choose a password; it works once, until 2026-01-12 08:00 UTC:',
        'https://pairbot.example/register?code=0123456789abcdef0123456789abcdef',
        'If you did not expect this email, you can ignore it.',
      ].join('\n\n'),
    )
    expect(letter?.html).toContain('<p>You are invited to Pairbot as Trader.</p>')
    expect(letter?.html).toMatch(
      /<a href="https:\/\/pairbot.example\/register\?code=0123456789abcdef0123456789abcdef" style="[^"]*">Accept Invitation<\/a>/,
    )
    expect(letter?.html).not.toMatch(/<(img|script|link|style)/)
    expect(errors).toEqual([])
  })

  it('[PE-7] escape in HTML what they contain', () => {
    const html = toHtml({ subject: '', paragraphs: ['<b> & "x"', { label: '<i>', href: 'https://a.example/?b="&c' }] })
    expect(html).toContain('<p>&#60;b&#62; &#38; &#34;x&#34;</p>')
    expect(html).toContain('<a href="https://a.example/?b=&#34;&#38;c"')
    expect(html).toContain('>&#60;i&#62;</a>')
  })

  it('treats an address with a comma as one address', async () => {
    await mailer()({ ...MAIL, to: 'grace,mallory@pairbot.test' })
    expect(sink.emails.at(-1)?.to).toEqual(['"grace,mallory"@pairbot.test'])
  })

  it.each([
    ['reject', /550 no such mailbox/],
    ['drop', /closed|hang up/i],
  ] as const)(
    '[PE-8] a server that would %s them: are not sent, and the failure is reported',
    async (behavior, message) => {
      sink.behavior = behavior
      expect(await mailer()(MAIL)).toBe(false)
      expect(messages()).toEqual([expect.stringMatching(message)])
    },
  )

  it('[PE-8] do not wait for a server that does not respond', async () => {
    sink.behavior = 'silent'
    const began = performance.now()
    expect(await mailer(sink.url, 200)(MAIL)).toBe(false)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(errors).toHaveLength(1)
  })

  it('[PE-8] report an unreachable server and are not sent', async () => {
    const closed = createServer()
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const address = closed.address()
    await new Promise((done) => closed.close(done))
    const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    expect(await mailer(url)(MAIL)).toBe(false)
    expect(messages()).toEqual([expect.stringMatching(/ECONNREFUSED/)])
  })

  it.each([
    // Resolves to this machine too, but is not a known loopback name.
    ['0.0.0.0', false],
    ['127.0.0.1', true],
  ])('[PE-8] send unencrypted credentials to %s: %s', async (host, isSent) => {
    const before = sink.lines.length
    const { port } = new URL(sink.url)
    expect(await mailer(`smtp://grace:Secret-word-1@${host}:${port}`)(MAIL)).toBe(isSent)
    expect(sink.lines.slice(before).some((line) => line.startsWith('AUTH'))).toBe(isSent)
    expect(messages()).toEqual(isSent ? [] : [expect.stringMatching(/STARTTLS/)])
  })
})
