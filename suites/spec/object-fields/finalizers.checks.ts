import {
  finalizersAreReordered,
  finalizersAreTexts,
} from '../../../properties/laws/delete-and-finalizers/finalizers.ts'
import { findsNothing, refuses } from '../../../properties/laws/decisions.ts'
import { reorderedFinalizers } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { finalizer } from '../../../properties/scenarios/lives.ts'
import { create, get, named } from '../../../properties/dsl/steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const [a, b] = [finalizer('a'), finalizer('b')]
const withFinalizers = (as: string, name: string, finalizers: Term): Request =>
  create(as, 'main', name, { set: { '/metadata/finalizers': finalizers } })

const wrong: Record<string, Term> = { 'a text': a, 'a map': { [a]: b }, numbers: [7, 8] }

export default [
  example(
    'OBJ-029',
    [
      withFinalizers('object', 'x', [a, b]),
      get('read', 'main', named('x')),
      ...Object.entries(wrong).flatMap(([words, finalizers], index) => [
        withFinalizers(words, `y${index}`, finalizers),
        get(`after ${words}`, 'main', named(`y${index}`)),
      ]),
    ],
    function* (history) {
      yield* finalizersAreTexts(history, { write: 'object', reading: 'read' })
      for (const words of Object.keys(wrong)) {
        yield* refuses(history, words, 'Finalizers of another type are a type error.')
        yield* findsNothing(history, `after ${words}`, 'An object with a type error is not stored.')
      }
    },
  ),
  property('OBJ-030', reorderedFinalizers(), finalizersAreReordered),
]
