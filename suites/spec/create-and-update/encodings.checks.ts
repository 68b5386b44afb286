// Checks that a create accepts an object in the encoding that its Content-Type names.

import fc from 'fast-check'
import { bodyEncodingOf } from '../../../fixtures/client/media-types.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { writesMatchJson } from '../../../properties/laws/encodings/encodings.ts'
import {
  encodingChoice,
  writesInEncoding,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { property } from '../../check.ts'

export default [
  property(
    'WRITE-004',
    fc.oneof(
      ...(['json', 'yaml', 'protobuf'] as const).map(one => writesInEncoding(encodingChoice(one))),
    ),
    history => {
      const sent = bodyEncodingOf(
        exchangeAt(history, 'encoded 0').request.headers['content-type'] ?? undefined,
      )
      return writesMatchJson(sent ?? 'json', { mayLack: sent === 'protobuf' })(history)
    },
  ),
]
