import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchOutdated } from './refetch-outdated'

test('data that changes during its first fetch is fetched again', async () => {
  const client = new QueryClient()
  let serverValue = 'old'
  let respond = () => {}
  const queryFn = () => {
    const value = serverValue
    return new Promise<string>((resolve) => {
      respond = () => resolve(value)
    })
  }
  const observer = new QueryObserver(client, { queryKey: ['a', 1], queryFn })
  const stop = observer.subscribe(() => {})
  serverValue = 'new'
  const refetched = refetchOutdated(client, ['a'])
  respond()
  await expect
    .poll(() => client.getQueryState(['a', 1])?.fetchStatus === 'fetching' && client.getQueryData(['a', 1]))
    .toBe('old')
  respond()
  await refetched
  expect(client.getQueryData(['a', 1])).toBe('new')
  stop()
  client.clear()
})
