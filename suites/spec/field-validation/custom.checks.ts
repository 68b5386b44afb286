// Checks unknown fields of custom types that preserve them.

import { unknownFieldsArePreserved } from '../../../properties/laws/custom-resources/custom-encodings.ts'
import { writesWithPreservedFields } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example('VALID-017', writesWithPreservedFields, unknownFieldsArePreserved, {
    needs: ['feature custom-resources'],
  }),
]
