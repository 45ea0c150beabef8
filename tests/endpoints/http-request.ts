import type { Endpoint } from '@rosella/contract/endpoint'
import { type ProblemBody, problems } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'

type Method = Endpoint['method'] | 'HEAD'

/** A request that is injected into the server without a network. */
export interface TestRequest {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

export interface TestResponse {
  status: number
  /** The code of the problem, or 'ok'. */
  outcome: string
  body: string
  headers: Record<string, unknown>
}

const BOUNDARY = 'rosella-test-boundary'
let callers = 0
/** Each call has its own IP address, so that no limit per address applies by accident. */
export const newAddress = (): string => {
  callers++
  return `172.${16 + (callers >> 16)}.${(callers >> 8) % 256}.${callers % 256}`
}

/** Encodes the fields as the method requires. */
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

/** The problem's code. Checks that the code exists and that status and message match its declaration. */
export function outcomeOf(status: number, body: string): string {
  if (status === 200) return 'ok'
  try {
    const { code, message } = JSON.parse(body) as ProblemBody
    if (problems[code]?.[0] === status && typeof message === 'string') return code
  } catch {}
  return `${status} without a problem: ${body.slice(0, 200)}`
}

const word = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function queryOf(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.flatMap(([key, value]) => [value].flat().map((one) => [key, word(one)])),
  ).toString()
}
