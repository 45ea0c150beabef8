import fc from 'fast-check'

/** Known SQL injections. */
export const injections = [
  "' or '1'='1",
  "'; drop table member; --",
  '1); select pg_sleep(9); --',
  '$1 || (select password_hash from account limit 1)',
  '%_\\',
]

/** Texts that may break a database, an email, a file name or a screen. */
export const oddTexts = [
  'a\u0000b',
  '\ud800 half',
  'a\r\nBcc: everyone@rosella.test',
  '../../../../etc/passwd',
  '\udc00',
  '\ufeff\u202e\u200b',
  '..\\..\\secret.jpg',
  '__proto__',
  'constructor',
  'e\u0301'.repeat(400),
]

/** A value of each type that a field may not expect. */
export const oddValues: unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  'x'.repeat(6000),
  [],
  [null, { a: [] }],
  {},
  { toString: 1, length: 3 },
]

/** Any JSON value. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts, ...injections),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 3 }),
)
