// Records answers to lists at expired versions, on which the specification is silent.

import { answerSummary, itemsOf } from '../../../properties/history/history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { create, expireVersions, list, versionFrom } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const atThen = { resourceVersion: versionFrom('then') }

function words(exchange: Exchange): string {
  const count = itemsOf(exchange)?.length
  if (count === undefined) return answerSummary(exchange)
  return count === 1 ? 'the old state' : 'another state'
}

export default [
  example(
    'LIST-035',
    [
      create('object-a', 'main', 'a'),
      list('then', 'main'),
      create('object-b', 'main', 'b'),
      expireVersions('expired'),
      list('Exact at an expired version', 'main', { match: 'Exact', ...atThen }),
      list('a limit at an expired version', 'main', { limit: 10, ...atThen }),
    ],
    notesOf(words, 'Exact at an expired version', 'a limit at an expired version'),
  ),
]
