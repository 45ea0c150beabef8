import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyRoute } from './lazy-route'

const make = () => lazyRoute<object>(async () => () => 'the screen')
const draw = (Screen: ReturnType<typeof make>) =>
  renderToString(createElement(Suspense, { fallback: 'a gap' }, createElement(Screen)))

test('what has been loaded is drawn at once; what has not leaves a gap, and is asked for', async () => {
  const [loaded, unknown] = [make(), make()]
  await loaded.load()
  expect(draw(loaded)).toContain('the screen')
  expect(draw(unknown)).toContain('a gap')
})

test('what could not be loaded is asked for anew when it is drawn', async () => {
  let tries = 0
  const Screen = lazyRoute<object>(async () => {
    if (++tries === 1) throw new Error('The line is down.')
    return () => 'the screen'
  })
  await expect(Screen.load()).rejects.toThrow('The line is down.')
  draw(Screen)
  expect(tries).toBe(2)
})
