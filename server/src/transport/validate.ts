import { type ProblemCode, problems } from '@rosella/contract/problems'
import type { TSchema } from '@rosella/contract/shapes'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
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

/** Compiled once when a call is bound; throws a problem that names the field. */
export function compileCheck(schema: TSchema, from: 'query' | 'body'): Check {
  // TypeBox marks optional fields with hidden properties; ajv sees the plain JSON schema.
  const plain = JSON.parse(JSON.stringify(schema))
  const validate: ValidateFunction = (from === 'query' ? ofQuery : ofBody).compile(plain)
  return (value) => {
    if (validate(value)) return value
    throw problemOf(validate.errors ?? [])
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
