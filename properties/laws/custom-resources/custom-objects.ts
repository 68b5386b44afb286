// What becomes of objects of custom types, by the model of their schemas.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { faultsOf, storedOf } from '../../models/structural.ts'
import type { Fault, Schema } from '../../models/structural.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { canonical, defined, messageOf } from './custom-answers.ts'
import { decided } from '../decisions.ts'
import { causesOf } from '../status.ts'

/** The schema of a version's `spec` as it was sent. */
export function specSchema(history: History, label = 'type'): Schema {
  const body: unknown = JSON.parse(at(history, label).request.body ?? '{}')
  return (valueAt(body, '/spec/versions/0/schema/openAPIV3Schema/properties/spec') ?? {}) as Schema
}

/** The `spec` that a request sent. */
export const sentSpec = ({ request }: Exchange): Json =>
  (valueAt(JSON.parse(request.body ?? '{}'), '/spec') ?? {}) as Json

/** The objects of a scenario by their labels: `object 0` for `object`. */
const labelled = ({ exchanges }: History, word: string): Exchange[] =>
  exchanges.filter(({ step }) => new RegExp(`^${word} \\d+$`).test(step))

/** A sound object is stored as its schema says, and reads alike. */
export function* storesAsPredicted(history: History): Generator<Observation> {
  yield* defined(history, 'type')
  const schema = specSchema(history)
  for (const { step, ...exchange } of labelled(history, 'object')) {
    const created = yield* decided(history, step)
    const stored = storedOf(sentSpec(created), schema)
    if (faultsOf(stored, schema, 'spec').length > 0) continue
    yield holds(succeeded(created), {
      says: 'An object that fits its schema is accepted.',
      expected: 'success',
      got: `${answered(created)} ${messageOf(created)} for ${exchange.request.body}`,
      at: created,
    })
    yield showsSpec(created, stored)
    const again = at(history, step.replace('object', 'read'))
    if (succeeded(again)) yield showsSpec(again, stored)
  }
}

const showsSpec = (exchange: Exchange, stored: Json): Observation => {
  const [expected, got] = [stored, read(exchange, '/spec') ?? {}].map(canonical)
  return holds(expected === got, {
    says: 'What a schema does not know is dropped, and what is absent has its default.',
    expected,
    got,
    at: exchange,
  })
}

/** An object that is wrong in one place is refused, and the refusal names the place and no other. */
export function* refusesAsPredicted(history: History): Generator<Observation> {
  yield* defined(history, 'type')
  const schema = specSchema(history)
  for (const { step } of labelled(history, 'broken')) {
    const broken = yield* decided(history, step)
    const [fault, ...others] = faultsOf(storedOf(sentSpec(broken), schema), schema, 'spec')
    const twin = at(history, step.replace('broken', 'twin'))
    if (!fault || others.length > 0 || !succeeded(twin)) continue
    yield holds(broken.answer?.status === 422, {
      says: 'An object that breaks its schema in one place is refused with 422.',
      expected: `422 for ${fault.field}`,
      got: answered(broken),
      at: broken,
    })
    if (broken.answer?.status === 422) yield namesPlace(broken, fault)
  }
}

/** Beside the place a refusal may say that other rules were not looked at. */
const namesPlace = (exchange: Exchange, { field }: Fault): Observation => {
  const fields = causesOf(exchange).map(cause => dotted(String(valueAt(cause, '/field') ?? '')))
  const named = [...new Set(fields)].filter(one => one !== '<nil>' && one !== '')
  return holds(named.length === 1 && named[0] === field, {
    says: 'The causes of a refusal name the place that is wrong.',
    expected: field,
    got: named,
    at: exchange,
  })
}

/** Keys of maps stand behind a dot or in brackets, by who finds the fault. */
const dotted = (field: string): string => field.replaceAll(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1')
