// What becomes of objects of custom types, by the model of their schemas.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { schemaFaults, storedValue } from '../../models/structural-schema.ts'
import type { SchemaFault, StructuralSchema } from '../../models/structural-schema.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { canonicalText, requireEstablishedTypes, messageIn } from './custom-answers.ts'
import { requireDecision } from '../decisions.ts'
import { statusCauses } from '../status.ts'

/** The schema of a version's `spec` as it was sent. */
export function specSchema(history: History, label = 'type'): StructuralSchema {
  const body: unknown = JSON.parse(exchangeAt(history, label).request.body ?? '{}')
  return (valueAt(body, '/spec/versions/0/schema/openAPIV3Schema/properties/spec') ??
    {}) as StructuralSchema
}

/** The `spec` that a request sent. */
export const sentSpec = ({ request }: Exchange): Json =>
  (valueAt(JSON.parse(request.body ?? '{}'), '/spec') ?? {}) as Json

/** The objects of a scenario by their labels: `object 0` for `object`. */
const labelled = ({ exchanges }: History, word: string): Exchange[] =>
  exchanges.filter(({ step }) => new RegExp(`^${word} \\d+$`).test(step))

/** A sound object is stored as its schema says, and reads alike. */
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

/** An object that is wrong in one place is refused, and the refusal names the place and no other. */
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
      expected: `422 for ${fault.field}`,
      got: answerSummary(broken),
      at: broken,
    })
    if (broken.answer?.status === 422) yield namesPlace(broken, fault)
  }
}

/** Beside the place a refusal may say that other rules were not looked at. */
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

/** Keys of maps stand behind a dot or in brackets, by who finds the fault. */
const dotted = (field: string): string => field.replaceAll(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1')
