import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart } from './LazyPart'

const make = () => lazyPart<object>(async () => () => 'the screen')
const render = (Screen: ReturnType<typeof make>) =>
  renderToString(createElement(Suspense, { fallback: 'loading' }, createElement(Screen)))

test('a loaded screen renders immediately, and another one shows the fallback', async () => {
  const [loaded, unknown] = [make(), make()]
  await loaded.load()
  expect(render(loaded)).toContain('the screen')
  expect(render(unknown)).toContain('loading')
})

test('a screen that failed to load is requested again when it renders', async () => {
  let tries = 0
  const Screen = lazyPart<object>(async () => {
    if (++tries === 1) throw new Error('The network is down.')
    return () => 'the screen'
  })
  await expect(Screen.load()).rejects.toThrow('The network is down.')
  render(Screen)
  expect(tries).toBe(2)
})
