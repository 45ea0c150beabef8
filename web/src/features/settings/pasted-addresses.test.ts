import { clientMessage } from '@rosella/contract/client-problems'
import { expect, test } from 'vitest'
import { checkAddresses, pastedAddresses } from './pasted-addresses'

test('addresses may be separated in every usual way, and count once whatever their capitals', () => {
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

test('[P3 §5] up to 500 addresses; one that is none is named', () => {
  const many = Array.from({ length: 501 }, (_, n) => `n${n}@example.com`)
  expect(checkAddresses(many.slice(1)).ok).toBe(true)
  const sentence = (addresses: string[]) => {
    const checked = checkAddresses(addresses)
    return checked.ok ? '' : clientMessage(checked.code, checked.values)
  }
  expect(sentence(many)).toBe('You can add up to 500 addresses.')
  expect(sentence(['ben@example.com', 'anna-at-home'])).toBe('Please check this address: anna-at-home')
})
