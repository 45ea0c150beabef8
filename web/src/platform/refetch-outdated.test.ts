import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchOutdated } from './refetch-outdated'

test('what becomes untrue while it is first asked for is asked for once more', async () => {
  const client = new QueryClient()
  let truth = 'old'
  let answer = () => {}
  const queryFn = () => {
    const seen = truth
    return new Promise<string>((resolve) => {
      answer = () => resolve(seen)
    })
  }
  const observer = new QueryObserver(client, { queryKey: ['a', 1], queryFn })
  const stop = observer.subscribe(() => {})
  truth = 'new'
  const asked = refetchOutdated(client, ['a'])
  answer()
  await expect
    .poll(() => client.getQueryState(['a', 1])?.fetchStatus === 'fetching' && client.getQueryData(['a', 1]))
    .toBe('old')
  answer()
  await asked
  expect(client.getQueryData(['a', 1])).toBe('new')
  stop()
  client.clear()
})
