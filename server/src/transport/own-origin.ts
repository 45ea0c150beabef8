import type { IncomingHttpHeaders } from 'node:http'

/** Whether a page of this site calls. A script without an Origin brings no cookies to abuse. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}
