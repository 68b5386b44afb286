// Checks the encodings of custom types.

import { customObjectIsNotInProtobuf } from '../../../properties/laws/custom-resources/custom-encodings.ts'
import { customInProtobuf } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example(
    'ENC-021',
    customInProtobuf.filter(step => !('as' in step && step.as === 'metadata')),
    customObjectIsNotInProtobuf,
    {
      needs: ['feature custom-resources'],
    },
  ),
]
