import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { problems } from '@rosella/contract/problems'

export const apiErrorsPath = fileURLToPath(new URL('../docs/api-errors.md', import.meta.url))

const general = 'General'
const topicOf = (code: string): string => (code.includes('.') ? code.slice(0, code.indexOf('.')) : general)

/** docs/api-errors.md, from the table of problems. Status 0 is left out because only the web client uses it. */
export function apiErrorsPage(): string {
  const rows = Object.entries(problems).filter(([, [status]]) => status !== 0)
  const topics = [...new Set([general, ...rows.map(([code]) => topicOf(code)).sort()])]
  const sections = topics.map((topic) => {
    const lines = rows
      .filter(([code]) => topicOf(code) === topic)
      .map(([code, [status, message]]) => `| \`${code}\` | ${status} | ${message} |`)
      .sort()
    return `## ${topic}\n\n| Code | Status | Message |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return `${head}\n${sections.join('\n')}`
}

const head = `# API errors

Every error of the API, by code. Handle errors by \`code\`, never by \`message\`, because codes are stable and sentences are not.

An HTTP error has the status below and the body \`{"code": "...", "message": "...", "values": {...}}\`. \`values\` is left out when it is empty. It contains the parts in braces, and sometimes more (such as \`until_ts\` of a suspension), so that a client can write its own sentence. Some messages are more precise than the one listed: \`invalid\` names the \`field\` and the \`rule\` that it breaks, and \`login.suspended\` gives the \`reason\`.

- \`access.reauthenticate\` also has \`"reauthenticate": true\`. Call \`POST /api/reauthenticate\`, then repeat the call.
- 429 and 503 have a \`Retry-After\` header where the wait is known.
- \`unknown-call\` on a page of the site means that the page is older than the server. The web client reloads once.

A socket acknowledgement of a failure is \`{"ok": false, "code": "...", "message": "...", "values": {...}}\`; \`ask.scam\` and \`ask.hurtful\` also have \`"ask": "scam"\` or \`"hurtful"\`, and the message is stored if it is sent again with \`sure: true\`. Without an acknowledgement the same fields arrive as the event \`error\`. A refused connection has them in \`error.data\`.

This page is generated from \`contract/problems.ts\` by \`npm run docs:errors\`; a test compares them.
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(apiErrorsPath, apiErrorsPage())
