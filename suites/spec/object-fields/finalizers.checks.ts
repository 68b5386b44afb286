import {
  finalizersAreReordered,
  finalizersAreStrings,
} from '../../../properties/laws/delete-and-finalizers/finalizers.ts'
import { findsNothing, refusesRequest } from '../../../properties/laws/decisions.ts'
import { reorderedFinalizers } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { finalizerName } from '../../../properties/scenarios/object-lifecycles.ts'
import { create, get, caseName } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const [a, b] = [finalizerName('a'), finalizerName('b')]
const withFinalizers = (as: string, name: string, finalizers: Term): RequestStep =>
  create(as, 'main', name, { set: { '/metadata/finalizers': finalizers } })

const wrong: Record<string, Term> = { 'a text': a, 'a map': { [a]: b }, numbers: [7, 8] }

export default [
  example(
    'OBJ-029',
    [
      withFinalizers('object', 'x', [a, b]),
      get('read', 'main', caseName('x')),
      ...Object.entries(wrong).flatMap(([words, finalizers], index) => [
        withFinalizers(words, `y${index}`, finalizers),
        get(`after ${words}`, 'main', caseName(`y${index}`)),
      ]),
    ],
    function* (history) {
      yield* finalizersAreStrings(history, { write: 'object', reading: 'read' })
      for (const words of Object.keys(wrong)) {
        yield* refusesRequest(history, words, 'Finalizers of another type are a type error.')
        yield* findsNothing(history, `after ${words}`, 'An object with a type error is not stored.')
      }
    },
  ),
  property('OBJ-030', reorderedFinalizers(), finalizersAreReordered),
]
