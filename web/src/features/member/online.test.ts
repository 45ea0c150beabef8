import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { updateOnline } from './online'
import type { Profile } from './use-profile'

const key = ['profile', 'abcdefghi']
const profile = (id: number, online: boolean) => ({ user: { id, online } }) as Profile
const full = Array.from({ length: 1000 }, (_, n) => n + 100).join()

test.each([
  ['who is in the list is online', 7, false, '3,7,9', true],
  ['who has left it is not', 7, true, '3,77', false],
  ['nobody is in an empty one', 7, true, '', false],
  ['a full list says nothing of those it leaves out', 7, true, full, true],
  ['one’s own id is never in it', 1, true, '3,9', true],
])('[D10] %s', (_, id, was, list, is) => {
  const cache = new QueryClient()
  const asked = Date.now() - 60_000
  cache.setQueryData(key, profile(id, was), { updatedAt: asked })
  updateOnline(cache, list, 1)
  expect(cache.getQueryData<Profile>(key)?.user.online).toBe(is)
  // It is asked for anew as soon as it would have been.
  expect(cache.getQueryState(key)?.dataUpdatedAt).toBe(asked)
})

test('what is to be asked for anew stays so', async () => {
  const cache = new QueryClient()
  cache.setQueryData(key, profile(7, true))
  await cache.invalidateQueries({ queryKey: key })
  updateOnline(cache, '3', 1)
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
})
