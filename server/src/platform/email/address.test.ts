import { expect, test } from 'vitest'
import { assertDeliverable, mailboxOf, normaliseAddress } from './address'

test.each([
  'anna@rosella.example',
  "o'brien+tag@rosella.example",
  'anna@bücher.example',
  'anna@xn--bcher-kva.example',
  `${'a'.repeat(64)}@rosella.example`,
])('[RFC 5321] accepts %s', (address) => {
  expect(() => assertDeliverable(address)).not.toThrow()
})

test.each([
  'anna..smith@rosella.example',
  '.anna@rosella.example',
  'anna.@rosella.example',
  'an(na)@rosella.example',
  'anna,ben@rosella.example',
  'anna@-rosella.example',
  'anna@rosella-.example',
  'anna@rosella_site.example',
  'anna@10.0.0.1',
  `${'a'.repeat(65)}@rosella.example`,
  `anna@${'a'.repeat(64)}.example`,
  'zoë@rosella.example',
  'anna@rosella.example/path',
  'anna@bücher.example/path',
])('[RFC 5321] refuses %s', (address) => {
  expect(() => assertDeliverable(address)).toThrow('Invalid email address')
})

test('validates any text of an address’s length quickly', () => {
  const began = performance.now()
  for (const letter of ['a', '.', '-', '@', 'a.', '"', '\\']) {
    const address = `${letter.repeat(254)}@rosella.example`
    try {
      assertDeliverable(address)
    } catch {}
  }
  expect(performance.now() - began).toBeLessThan(1000)
})

test('maps plus-addresses, and dots in Gmail addresses, to one mailbox', () => {
  expect(mailboxOf('Anna.Smith+dating@Gmail.com')).toBe('annasmith@gmail.com')
  expect(mailboxOf('annasmith@googlemail.com')).toBe('annasmith@gmail.com')
  expect(mailboxOf('anna.smith+2@rosella.test')).toBe('anna.smith@rosella.test')
})

test.each([
  ['Anna@bücher.example', 'Anna@xn--bcher-kva.example'],
  ['anna@BÜCHER.Example', 'anna@xn--bcher-kva.example'],
  ['anna@bu\u0308cher.example', 'anna@xn--bcher-kva.example'],
  ['anna@XN--bcher-kva.example', 'anna@xn--bcher-kva.example'],
  ['anna@ｒosella.example', 'anna@rosella.example'],
  ['anna@1.2', 'anna@1.2'],
])('[D §3] %s is normalised to %s', (address, normal) => {
  expect([normaliseAddress(address), normaliseAddress(normal)]).toEqual([normal, normal])
})
