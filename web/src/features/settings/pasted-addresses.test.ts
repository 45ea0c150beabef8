import { clientMessage } from '@rosella/contract/client-problems'
import { expect, test } from 'vitest'
import { checkAddresses, pastedAddresses } from './pasted-addresses'

test('accepts all common separators and ignores duplicates, whatever their case', () => {
  expect(pastedAddresses('"Smith, Anna" <anna@example.com>; Ben Bay <ben@example.com>')).toEqual([
    'anna@example.com',
    'ben@example.com',
  ])
  expect(pastedAddresses('ben@example.com BEN@example.com\ncleo@example.com;dan@example.com,')).toEqual([
    'BEN@example.com',
    'cleo@example.com',
    'dan@example.com',
  ])
  expect(pastedAddresses(' \n,; ')).toEqual([])
})

test('[P3 §5] accepts up to 500 addresses and names an invalid one', () => {
  const many = Array.from({ length: 501 }, (_, n) => `n${n}@example.com`)
  expect(checkAddresses(many.slice(1)).ok).toBe(true)
  const errorFor = (addresses: string[]) => {
    const checked = checkAddresses(addresses)
    return checked.ok ? '' : clientMessage(checked.code, checked.values)
  }
  expect(errorFor(many)).toBe('You can add up to 500 addresses.')
  expect(errorFor(['ben@example.com', 'anna-at-home'])).toBe('Please check this address: anna-at-home')
})
