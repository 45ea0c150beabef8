import type { Endpoint } from '@rosella/contract/endpoint'
import { type ProblemCode, problems } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'

type Method = Endpoint['method'] | 'HEAD'

/** A request as it goes over the wire, sent to the server without a wire. */
export interface TestRequest {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

export interface TestResponse {
  status: number
  /** The problem by its code, or 'ok'. */
  outcome: string
  body: string
  headers: Record<string, unknown>
}

const BOUNDARY = 'rosella-test-boundary'
let callers = 0
/** Each call comes from an address of its own, so that no limit per address is met by chance. */
export const newAddress = (): string => {
  callers++
  return `172.${16 + (callers >> 16)}.${(callers >> 8) % 256}.${callers % 256}`
}

/** The request of a call with these fields, written the way its method carries them. */
export function write(endpoint: Endpoint, fields: Record<string, unknown>, file?: Buffer): TestRequest {
  const { method, path: url } = endpoint
  const headers = { 'x-forwarded-for': newAddress() }
  if (method === 'GET') return { method, url: `${url}?${queryOf(fields)}`, headers }
  if (endpoint.carries !== 'upload') {
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    }
  }
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, word(value)))
  if (file) parts.push(part('name="file"; filename="photo.jpg"', file))
  return {
    method,
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

export async function send({ server }: TestApp, sent: TestRequest): Promise<TestResponse> {
  const { statusCode, payload, headers } = await server.http.inject(sent)
  return { status: statusCode, outcome: outcomeOf(statusCode, payload), body: payload, headers }
}

export const sessionOf = ({ email, token }: Person): Record<string, string> =>
  token === '' ? {} : { email, token }

export function outcomeOf(status: number, body: string): string {
  if (status === 200) return 'ok'
  let message: unknown
  try {
    message = JSON.parse(body).message
  } catch {}
  return typeof message === 'string' ? codeOf(message, status) : `${status} without a message`
}

/** The problem with these words; where a moderator's reason or a field's name follows, by how they begin. */
export function codeOf(message: string, status?: number): string {
  const known = codes.filter((code) => status === undefined || problems[code][0] === status)
  const exact = known.find((code) => patterns[code].test(message))
  const begun = known.find((code) => message.startsWith(problems[code][1].slice(0, 20)))
  return exact ?? begun ?? `${status} ${message}`
}

/** The first of the codes that cannot be told apart from outside. */
export const sameCode = (code: ProblemCode): ProblemCode =>
  codes.find((other) => String(problems[other]) === String(problems[code])) ?? code

const codes = Object.keys(problems) as ProblemCode[]
const patternOf = (words: string): RegExp => {
  const parts = words.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 's')
}
const patterns = Object.fromEntries(codes.map((code) => [code, patternOf(problems[code][1])])) as Record<
  ProblemCode,
  RegExp
>

const word = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function queryOf(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.flatMap(([key, value]) => [value].flat().map((one) => [key, word(one)])),
  ).toString()
}
