// Judges stored and refused custom objects by the model of structural schemas.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { schemaFaults, storedValue } from '../../models/structural-schema.ts'
import type { SchemaFault, StructuralSchema } from '../../models/structural-schema.ts'
import { refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { canonicalText, requireEstablishedTypes, messageIn } from './custom-answers.ts'
import { requireDecision } from '../decisions.ts'
import { statusCauses } from '../status.ts'

/** Returns the schema of the first version's `spec` as it was sent. */
export function specSchema(history: History, label = 'type'): StructuralSchema {
  const body: unknown = JSON.parse(exchangeAt(history, label).request.body ?? '{}')
  return (valueAt(body, '/spec/versions/0/schema/openAPIV3Schema/properties/spec') ??
    {}) as StructuralSchema
}

/** Returns the `spec` that a request sent. */
export const sentSpec = ({ request }: Exchange): Json =>
  (valueAt(JSON.parse(request.body ?? '{}'), '/spec') ?? {}) as Json

/** Returns the steps with a numbered label, such as `object 0` for `object`. */
const labelled = ({ exchanges }: History, word: string): Exchange[] =>
  exchanges.filter(({ step }) => new RegExp(`^${word} \\d+$`).test(step))

/** A valid object is stored as its schema defines, and reads return the same. */
export function* storesAsPredicted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type')
  const schema = specSchema(history)
  for (const { step, ...exchange } of labelled(history, 'object')) {
    const created = yield* requireDecision(history, step)
    const stored = storedValue(sentSpec(created), schema)
    if (schemaFaults(stored, schema, 'spec').length > 0) continue
    yield verify(isSuccess(created), {
      says: 'An object that fits its schema is accepted.',
      expected: 'success',
      got: `${answerSummary(created)} ${messageIn(created)} for ${exchange.request.body}`,
      at: created,
    })
    yield showsSpec(created, stored)
    const again = exchangeAt(history, step.replace('object', 'read'))
    if (isSuccess(again)) yield showsSpec(again, stored)
  }
}

const showsSpec = (exchange: Exchange, stored: Json): Observation => {
  const [expected, got] = [stored, bodyValueAt(exchange, '/spec') ?? {}].map(canonicalText)
  return verify(expected === got, {
    says: 'Unknown fields are pruned, and absent fields get their defaults.',
    expected,
    got,
    at: exchange,
  })
}

/** An object with one invalid field is refused, and the refusal names only that field. */
export function* refusesAsPredicted(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type')
  const schema = specSchema(history)
  for (const { step } of labelled(history, 'broken')) {
    const broken = yield* requireDecision(history, step)
    const [fault, ...others] = schemaFaults(storedValue(sentSpec(broken), schema), schema, 'spec')
    const twin = exchangeAt(history, step.replace('broken', 'twin'))
    if (!fault || others.length > 0 || !isSuccess(twin)) continue
    yield verify(broken.answer?.status === 422, {
      says: 'An object that violates its schema in one field is refused with 422.',
      expected: refusalWith(422, `for ${fault.field}`),
      got: answerSummary(broken),
      at: broken,
    })
    if (broken.answer?.status === 422) yield namesPlace(broken, fault)
  }
}

/** A refusal names the invalid field. It may also say that other rules were not evaluated. */
const namesPlace = (exchange: Exchange, { field }: SchemaFault): Observation => {
  const fields = statusCauses(exchange).map(cause => dotted(String(valueAt(cause, '/field') ?? '')))
  const named = [...new Set(fields)].filter(one => one !== '<nil>' && one !== '')
  return verify(named.length === 1 && named[0] === field, {
    says: 'The causes of a refusal name the invalid field.',
    expected: field,
    got: named,
    at: exchange,
  })
}

/**
 * Normalizes the keys of maps in field paths. Different validators write them after a dot or in
 * brackets.
 */
const dotted = (field: string): string => field.replaceAll(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1')
