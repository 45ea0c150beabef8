import { type ProblemCode, problems } from '@rosella/contract/problems'
import type { Static, TSchema } from '@rosella/contract/shapes'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import { Problem } from './problem'

/** The one validator: HTTP input, socket payloads and configuration are checked by the shapes of the contract. */

const options: Options = {
  // Undeclared fields are dropped, so that no call can write to another column.
  removeAdditional: true,
  useDefaults: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  keywords: ['problem'],
  // It would take a tenth of the start, and V8 optimises the code anyway.
  code: { optimize: false },
}
const validators = {
  json: onceEach(compilerOf(new Ajv(options))),
  /** A query is text, so numbers and flags are parsed from it. */
  text: onceEach(compilerOf(new Ajv({ ...options, coerceTypes: true }))),
}

/** Returns the value without undeclared fields, or throws a problem that names the field. */
export function compileCheck<S extends TSchema>(
  schema: S,
  from: keyof typeof validators,
): (value: unknown) => Static<S> {
  const validate = validators[from](schema)
  return (value) => {
    if (validate(value)) return value as Static<S>
    throw problemOf(validate.errors ?? [])
  }
}

export const isOfShape = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  validators.json(schema)(value) as boolean

/** Writes JSON of this shape and drops every field that the shape does not declare. */
export const compileWriter = onceEach((schema: TSchema) => fastJsonStringify(schema))

function compilerOf(ajv: Ajv): (schema: TSchema) => ValidateFunction {
  // TypeBox marks optional fields with hidden properties; ajv reads the plain JSON schema.
  return (schema) => ajv.compile(JSON.parse(JSON.stringify(schema)))
}

/** Shapes are constants of the contract. Tests open several apps in one process, and each shape is compiled once. */
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
  return field === ''
    ? new Problem('invalid')
    : new Problem('invalid', { field, rule: error.keyword }, `Invalid data provided: ${field} ${why}.`)
}

const isProblem = (value: unknown): value is ProblemCode => typeof value === 'string' && value in problems
