import { expect, test } from 'vitest'
import { demoPassword } from '../../../tools/demo-town/log-ins'
import { assertPasswordAllowed } from './credentials'

const anna = { email: 'anna.smith@rosella.test', username: 'Annabella' }
const COMMON = 'This password is too common. Please choose another.'

test.each(['password', 'Password', '12345678', 'qwertyuiop', 'BASEBALL', 'trustno1', 'iloveyou1'])(
  '[D §3] refuses the common password %s',
  async (password) => {
    await expect(assertPasswordAllowed(password, anna)).rejects.toThrow(COMMON)
  },
)

test.each(['anna.smith@rosella.test', 'Anna.Smith@Rosella.Test', 'anna.smith', 'ANNABELLA'])(
  '[D §3] refuses %s, her own name or address',
  async (password) => {
    await expect(assertPasswordAllowed(password, anna)).rejects.toThrow(COMMON)
  },
)

test.each(['Correct-Horse-9', 'Galah-River-77', demoPassword, 'annabella7!x'])(
  'accepts %s',
  async (password) => {
    await expect(assertPasswordAllowed(password, anna)).resolves.toBeUndefined()
    await expect(assertPasswordAllowed(password, { email: 'ben@rosella.test' })).resolves.toBeUndefined()
  },
)
