import {
  Boolean as Bool,
  Enum,
  Integer,
  Array as List,
  Null,
  Number as Num,
  Object as Obj,
  Optional,
  type Static,
  String as Str,
  type TProperties,
  type TSchema,
  Union,
  Unknown,
  Unsafe,
} from 'typebox'
import type { ProblemBody, ProblemCode } from './problems'

export type { Static, TSchema }

/** A closed object: undeclared fields are dropped from requests and never sent in replies. */
export const obj = <P extends TProperties>(properties: P) => Obj(properties, { additionalProperties: false })
export const arr = <S extends TSchema>(items: S, limits: { maxItems?: number; minItems?: number } = {}) =>
  List(items, limits)
export const either = <A extends TSchema, B extends TSchema>(one: A, other: B) => Union([one, other])
export const opt = <S extends TSchema>(schema: S) => Optional(schema)
export const nullable = <S extends TSchema>(schema: S) => Union([schema, Null()])
export const bool = () => Bool()
/** Only true. */
export const yes = () => Unsafe<true>({ type: 'boolean', enum: [true] })
export const num = (limits: { minimum?: number; maximum?: number } = {}) => Num(limits)
export const json = () => Unknown()

interface TextLimits {
  minLength?: number
  maxLength?: number
  pattern?: string
  /** The problem for a text that does not fit; without it the error names the field. */
  problem?: ProblemCode
}
export const text = (limits: TextLimits = {}) => Str({ maxLength: 5000, ...limits })
export const int = (limits: { minimum?: number; maximum?: number; problem?: ProblemCode } = {}) =>
  Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...limits })
export const oneOf = <const V extends string>(
  values: readonly V[],
  options: { problem?: ProblemCode } = {},
) => Unsafe<V>({ type: 'string', enum: [...values], ...options })

export const id = () => int({ minimum: 1 })
/** Unix time in whole seconds, up to the year 9999. */
export const ts = () => int({ maximum: 253_402_300_799 })
/** One text or several, because a query may repeat a field. */
export const texts = (maxLength: number) =>
  Union([text({ maxLength }), arr(text({ maxLength }), { maxItems: 50 })])
/** A flag as the web sends it: 1, '1' or true. */
export const flag = () => Union([Bool(), Enum([0, 1]), Enum(['0', '1', 'true', 'false', ''])])

export const problem = () =>
  Unsafe<ProblemBody>({
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    },
  })

export const ok = obj({ message: opt(text()) })
/** Every call of a member or admin may have these; scripts may use the Authorization header instead. */
export const credentials = {
  email: opt(text({ maxLength: 254 })),
  token: opt(text({ maxLength: 128 })),
  va: opt(flag()),
}
