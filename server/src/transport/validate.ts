import { type ProblemCode, problems } from '@rosella/contract/problems'
import type { TSchema } from '@rosella/contract/shapes'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import { Problem } from '../domain/problem'

const options: Options = {
  // What is not declared is dropped, so no call can smuggle a column in.
  removeAdditional: true,
  useDefaults: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  keywords: ['problem'],
}
/** A query carries only text, so numbers and flags are read out of it; a body must be of the right type. */
const ofQuery = new Ajv({ ...options, coerceTypes: true })
const ofBody = new Ajv(options)

export type Check = (value: unknown) => unknown

const checks = { query: onceEach(validatorWith(ofQuery)), body: onceEach(validatorWith(ofBody)) }

/** Compiled when a call is registered; throws a problem that names the field. */
export function compileCheck(schema: TSchema, from: 'query' | 'body'): Check {
  const validate = checks[from](schema)
  return (value) => {
    if (validate(value)) return value
    throw problemOf(validate.errors ?? [])
  }
}

/** Writes a reply of this shape, and nothing that the shape does not name. */
export const compileReply = onceEach((schema: TSchema) => fastJsonStringify(schema))

function validatorWith(ajv: Ajv): (schema: TSchema) => ValidateFunction {
  // TypeBox marks optional fields with hidden properties; ajv sees the plain JSON schema.
  return (schema) => ajv.compile(JSON.parse(JSON.stringify(schema)))
}

/** Shapes are constants of the contract: a process that opens several apps, as tests do, compiles each once. */
function onceEach<T>(compile: (schema: TSchema) => T): (schema: TSchema) => T {
  const compiled = new WeakMap<TSchema, T>()
  return (schema) => {
    const known = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, known)
    return known
  }
}

function problemOf(errors: ErrorObject[]): Problem {
  const named = errors.find((error) => isProblem(error.parentSchema?.problem))
  if (named) return new Problem(named.parentSchema?.problem)
  const [error] = errors
  if (!error) return new Problem('invalid')
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
  const field = [...error.instancePath.split('/').slice(1), ...(missing ? [missing] : [])].join('.')
  const requiredProblem = missing && error.parentSchema?.properties?.[missing]?.problem
  if (isProblem(requiredProblem)) return new Problem(requiredProblem)
  const why = missing ? 'is required' : (error.message ?? 'is not valid')
  return new Problem(
    'invalid',
    {},
    field === '' ? 'Invalid data provided.' : `Invalid data provided: ${field} ${why}.`,
  )
}

const isProblem = (value: unknown): value is ProblemCode => typeof value === 'string' && value in problems
