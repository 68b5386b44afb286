// Records answers to dry runs where the specification is silent.

import { answerSummary, exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { get, caseName, rawRequest, sampleTerm } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

/** A create with a literal query string, and a get of the object that it may have stored. */
const creating = (query: string, logical: string): RequestStep[] => [
  rawRequest(query, 'POST', { $join: [collection, query] }, { body: sampleTerm('main', logical) }),
  get(`after ${query}`, 'main', caseName(logical)),
]

const word = (name: 'group' | 'version' | 'resource'): Term => ({ $word: name, of: 'main' })
const collection: Term = {
  $join: [
    '/apis/',
    word('group'),
    '/',
    word('version'),
    '/namespaces/',
    { $namespace: 0 },
    '/',
    word('resource'),
  ],
}

const whetherItStores = (...queries: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const query of queries) {
      const fate = isSuccess(exchangeAt(history, `after ${query}`)) ? 'stored' : 'not stored'
      yield recordAnswer(`${query}: ${answerSummary(exchangeAt(history, query))}, ${fate}`)
    }
  }

const ofValues = (id: 'DRY-022' | 'DRY-023', ...queries: string[]) =>
  example(
    id,
    queries.flatMap((query, index) => creating(query, `x${index}`)),
    whetherItStores(...queries),
  )

export default [
  ofValues('DRY-022', '?dryRun', '?dryRun='),
  ofValues('DRY-023', '?dryRun=true', '?dryRun=all', '?dryRun=All&dryRun=Nothing'),
]
