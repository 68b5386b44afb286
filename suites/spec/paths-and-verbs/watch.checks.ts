// Checks that a GET with `watch` is a separate verb, which needs a separate permission.

import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { acceptsRequest, refusesRequest } from '../../../properties/laws/decisions.ts'
import { create, get, list, caseName, watch } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

export default [
  example(
    'PATH-018',
    [
      create('object', 'main', 'x'),
      watch('watch with watch', 'main', { who: 'only-watch' }),
      list('list with list', 'main', { who: 'only-list' }),
      get('get with get', 'main', caseName('x'), { who: 'only-get' }),
      watch('watch with list', 'main', { who: 'only-list' }),
      watch('watch with get', 'main', { who: 'only-get' }),
      list('list with watch', 'main', { who: 'only-watch' }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'list with list', 'get with get')
      yield* acceptsRequest(
        history,
        'watch with watch',
        'A GET with watch needs the permission watch.',
      )
      yield* refusesRequest(
        history,
        'watch with list',
        'A GET with watch is not allowed by the permission list.',
      )
      yield* refusesRequest(
        history,
        'watch with get',
        'A GET with watch is not allowed by the permission get.',
      )
      yield* refusesRequest(
        history,
        'list with watch',
        'A GET without watch is not allowed by the permission watch.',
      )
    },
  ),
]
