import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAutoSaver, type SaveState } from './auto-saver'

interface Form {
  tagline: string
  height: string
}

let sent: string[]
let answers: ((error?: Error) => void)[]
let states: Partial<Record<keyof Form, SaveState>>
let unsaved: Partial<Form>

const open = () =>
  openAutoSaver<Form>({
    findProblem: (_key, value) => (value === '' ? 'Please enter it.' : undefined),
    send: (key, value) => {
      sent.push(`${key} ${value}`)
      return new Promise<void>((resolve, reject) => {
        answers.push((error) => (error ? reject(error) : resolve()))
      })
    },
    onState: (key, state) => {
      states[key] = state
    },
    onUnsaved: (values) => {
      unsaved = { ...values }
    },
  })

async function answer(error?: Error): Promise<void> {
  answers.shift()?.(error)
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answers = []
  states = {}
  unsaved = {}
})
afterEach(() => vi.useRealTimers())

test('typing is saved after a pause, and immediately on blur', async () => {
  const saver = open()
  saver.change('tagline', 'H', 'after a pause')
  await vi.advanceTimersByTimeAsync(1400)
  saver.change('tagline', 'Hi', 'after a pause')
  await vi.advanceTimersByTimeAsync(1400)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(['tagline Hi'])
  await answer()
  expect([states.tagline, unsaved]).toEqual([{ is: 'saved' }, {}])
  saver.change('tagline', 'Hi!', 'after a pause')
  saver.save('tagline')
  saver.save('tagline')
  expect(sent).toEqual(['tagline Hi', 'tagline Hi!'])
})

test('saves of one field never overlap, and the last value wins', async () => {
  const saver = open()
  saver.change('height', '170', 'now')
  saver.change('tagline', 'Hi', 'now')
  saver.change('height', '171', 'now')
  saver.change('height', '172', 'now')
  expect(sent).toEqual(['height 170', 'tagline Hi'])
  await answer()
  expect(sent).toEqual(['height 170', 'tagline Hi', 'height 172'])
  await answer()
  await answer()
  expect([states, unsaved]).toEqual([{ height: { is: 'saved' }, tagline: { is: 'saved' } }, {}])
})

test('a failed value is kept with its error, and a newer value is sent immediately', async () => {
  const saver = open()
  saver.change('height', '170', 'now')
  saver.change('height', '171', 'now')
  await answer(new Error('Server error. Please try again later.'))
  expect(sent).toEqual(['height 170', 'height 171'])
  await answer(new Error('Server error. Please try again later.'))
  expect(states.height).toEqual({ is: 'failed', message: 'Server error. Please try again later.' })
  expect(unsaved).toEqual({ height: '171' })
  saver.saveAllUnsaved()
  await answer()
  expect([states.height, unsaved]).toEqual([{ is: 'saved' }, {}])
})

test('an invalid value is not sent, and shows no error while it is being typed', async () => {
  const saver = open()
  saver.change('tagline', '', 'after a pause')
  await vi.advanceTimersByTimeAsync(2000)
  expect(states.tagline).toBeUndefined()
  saver.save('tagline')
  expect(states.tagline).toEqual({ is: 'failed', message: 'Please enter it.' })
  expect([sent, unsaved]).toEqual([[], { tagline: '' }])
})

test('saving the form waits for running saves, and a change made meanwhile stays unsaved', async () => {
  const saver = open()
  let all: () => void = () => {}
  saver.change('height', '170', 'now')
  saver.change('tagline', 'Hi', 'after a pause')
  const done = saver.saveAll(['height', 'tagline'], () => {
    sent.push('all')
    return new Promise<void>((resolve) => {
      all = resolve
    })
  })
  expect(sent).toEqual(['height 170'])
  await answer()
  expect(sent).toEqual(['height 170', 'all'])
  saver.change('height', '171', 'now')
  expect(sent).toHaveLength(2)
  all()
  await done
  expect(states.tagline).toEqual({ is: 'saved' })
  expect(unsaved).toEqual({ height: '171' })
  expect(sent.at(-1)).toBe('height 171')
  await answer()
  expect(unsaved).toEqual({})
})
