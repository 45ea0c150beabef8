import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail, Mailer } from '../../ports/mailer'

export interface MailerUnderTest {
  mailer: Mailer
  /** The raw bytes of each email that has arrived, in order. */
  arrived(): Promise<Buffer[]>
  /** Makes every later send fail. */
  refuse(): Promise<void>
  dispose(): Promise<void>
}

export const sender = 'Rosella <hello@rosella.example>'
export const toAnna = (more: Partial<Mail> = {}): Mail => ({
  to: { name: 'Anna', address: 'anna@example.com' },
  subject: 'Your log-in link',
  text: 'Open https://rosella.example/login?a=s3cret-token',
  html: '<p>Open <a href="https://rosella.example/login?a=s3cret-token">Rosella</a></p>',
  ...more,
})

const parse = (raw: Buffer | undefined): Promise<Email> => PostalMime.parse(raw ?? Buffer.alloc(0))

/** The header names as sent, unfolded, so that an injected one shows up. */
function headerNames(raw: Buffer | undefined): string[] {
  const head = (raw ?? Buffer.alloc(0)).toString().split(/\r?\n\r?\n/)[0] ?? ''
  const lines = head.split(/\r?\n/).filter((line) => !/^\s/.test(line))
  return lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).sort()
}

/** The contract of the port, which every adapter fulfils. */
export function mailerSuite(kind: string, make: () => Promise<MailerUnderTest>): void {
  describe(`mailer: ${kind}`, () => {
    let subject: MailerUnderTest
    beforeEach(async () => {
      subject = await make()
    })
    afterEach(() => subject.dispose())

    async function sent(mail: Mail): Promise<Buffer | undefined> {
      await subject.mailer.send(mail)
      return (await subject.arrived()).at(-1)
    }

    test('text and html arrive as alternatives', async () => {
      const raw = await sent(toAnna())
      const got = await parse(raw)
      expect(got.from).toMatchObject({ name: 'Rosella', address: 'hello@rosella.example' })
      expect(got.to).toMatchObject([{ name: 'Anna', address: 'anna@example.com' }])
      expect(got.subject).toBe('Your log-in link')
      expect(got.text?.trim()).toBe(toAnna().text)
      expect(got.html?.trim()).toBe(toAnna().html)
      expect(raw?.toString()).toMatch(/^Content-Type: multipart\/alternative/m)
      expect(got.messageId).toMatch(/@rosella\.example>$/)
      expect(got.date).toBeTruthy()
    })

    test('an email that is sent twice can have the same Message-ID', async () => {
      const ids = []
      for (const id of ['day-1', 'day-1', undefined, undefined])
        ids.push((await parse(await sent(toAnna({ id })))).messageId)
      expect(ids.slice(0, 2)).toEqual(['<day-1@rosella.example>', '<day-1@rosella.example>'])
      expect(new Set(ids).size).toBe(3)
    })

    test('names, subjects and texts in any script arrive unchanged', async () => {
      const name = 'Chloë "Bee" O’Brien, 美玲'
      const subject = `Grüße 🌹 ${'sehr '.repeat(40)}lang`
      const text = `Zoë\n.\nwrote: ${'🦜'.repeat(500)}\n.`
      const got = await parse(
        await sent(toAnna({ to: { name, address: 'anna@example.com' }, subject, text })),
      )
      expect(got.to).toMatchObject([{ name, address: 'anna@example.com' }])
      expect(got.subject).toBe(subject)
      expect(got.text?.trimEnd()).toBe(text)
    })

    test('the recipient’s name is optional', async () => {
      const got = await parse(await sent(toAnna({ to: { address: 'ben@example.com' } })))
      expect(got.to).toMatchObject([{ name: '', address: 'ben@example.com' }])
    })

    test('offers one-click unsubscribe where there is an address for it', async () => {
      const unsubscribe = `https://rosella.example/unsubscribe?t=${'x'.repeat(120)}`
      const raw = await sent(toAnna({ unsubscribe }))
      const headers = new Map((await parse(raw)).headers.map(({ key, value }) => [key, value]))
      expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribe}>`)
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(headerNames(await sent(toAnna()))).not.toContain('list-unsubscribe')
    })

    test.each(['javascript:alert(1)', 'nonsense', ''])(
      'refuses %j as an unsubscribe address',
      async (unsubscribe) => {
        await expect(subject.mailer.send(toAnna({ unsubscribe }))).rejects.toThrow(
          'Not an unsubscribe address',
        )
      },
    )

    test.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'])('%j cannot inject a header', async (gap) => {
      const evil = `Hi${gap}Bcc: eve@example.com${gap}X-Evil: 1${gap}${gap}<b>body</b>`
      const plain = headerNames(await sent(toAnna({ unsubscribe: 'https://rosella.example/u' })))
      const unsubscribe = `https://rosella.example/u${gap}X-Evil: 1`
      const raw = await sent(
        toAnna({ to: { name: evil, address: 'anna@example.com' }, subject: evil, unsubscribe }),
      )
      expect(headerNames(raw)).toEqual(plain)
      const got = await parse(raw)
      expect(got.to).toMatchObject([{ address: 'anna@example.com' }])
      expect(got.bcc ?? []).toEqual([])
      expect(got.text?.trim()).toBe(toAnna().text)
    })

    test.each([
      'anna@example.com\r\nBcc: eve@example.com',
      'anna@example.com\n',
      'anna@example.com, eve@example.com',
      'anna@example.com>,<eve@example.com',
      'Anna <anna@example.com>',
      'anna@example',
      'anna@@example.com',
      'anna@example..com',
      'an\u001bna@example.com',
      '@example.com',
      '',
      `${'a'.repeat(243)}@example.com`,
    ])('refuses the recipient %j', async (address) => {
      const before = (await subject.arrived()).length
      await expect(subject.mailer.send(toAnna({ to: { address } }))).rejects.toThrow('Not an email address')
      expect((await subject.arrived()).length).toBe(before)
    })

    test('rejects a long address quickly', async () => {
      const started = performance.now()
      const address = `a@${'a.'.repeat(200_000)}`
      await expect(subject.mailer.send(toAnna({ to: { address } }))).rejects.toThrow('Not an email address')
      expect(performance.now() - started).toBeLessThan(200)
    })

    test('delivers concurrent emails', async () => {
      const addresses = Array.from({ length: 20 }, (_, turn) => `member${turn}@example.com`)
      await Promise.all(addresses.map((address) => subject.mailer.send(toAnna({ to: { address } }))))
      const got = await Promise.all((await subject.arrived()).map(parse))
      expect(got.map(({ to }) => to?.[0]?.address).sort()).toEqual(addresses.sort())
    })

    test('throws an error without the link when sending fails', async () => {
      await subject.refuse()
      const failure: Error = await subject.mailer.send(toAnna()).then(
        () => expect.fail('it was sent'),
        (error) => error,
      )
      expect(JSON.stringify({ ...failure, text: String(failure.stack) })).not.toContain('s3cret-token')
    })
  })
}
