import { expect, test } from 'vitest'
import { deviceLabel, isPhone } from './device-labels'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 OPR/120.0`, 'Opera on Linux', false],
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) ${chrome} Mobile Safari/537.36`, 'Chrome on Android', true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Firefox on Mac',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  ['curl/8.9', 'An unknown device', false],
  ['', 'An unknown device', false],
])('%j is %s', (agent, label, phone) => {
  expect([deviceLabel(agent), isPhone(agent)]).toEqual([label, phone])
})
