// A create takes the object in the encoding that it names.

import fc from 'fast-check'
import { encodingOf } from '../../../fixtures/client/media-types.ts'
import { at } from '../../../properties/history/history.ts'
import { writtenAlike } from '../../../properties/laws/encodings/encodings.ts'
import { spokenIn, writtenIn } from '../../../properties/scenarios/encodings/encodings.ts'
import { property } from '../../check.ts'

export default [
  property(
    'WRITE-004',
    fc.oneof(...(['json', 'yaml', 'protobuf'] as const).map(one => writtenIn(spokenIn(one)))),
    history => {
      const sent = encodingOf(at(history, 'encoded 0').request.headers['content-type'] ?? undefined)
      return writtenAlike(sent ?? 'json', { mayLack: sent === 'protobuf' })(history)
    },
  ),
]
