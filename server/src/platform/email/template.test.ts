import { expect, test } from 'vitest'
import { renderMail } from './template'

const site = { name: 'Rosella & Co', url: 'https://rosella.test' }
const url = 'https://rosella.test/access?hash=ab&email=o%27neil%40rosella.test'
const { text, html } = renderMail(site, {
  title: 'Your <log-in> link',
  paragraphs: ['First & foremost.', 'Second.'],
  button: { label: 'Log in', url },
  code: '012345',
  footnote: 'Ignore "this".',
})

test('an email has the same content and link as text and as HTML', () => {
  for (const part of [
    'Your <log-in> link',
    'First & foremost.',
    'Second.',
    '012345',
    'Ignore "this".',
    url,
  ]) {
    expect(text).toContain(part)
    expect(html).toContain(part.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`))
  }
  expect(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#39;', "'")).toBe(url)
})

test('an email loads no remote content and runs no scripts', () => {
  expect(html).not.toMatch(/src=|url\(|@import|<script|<link|<img/)
})
