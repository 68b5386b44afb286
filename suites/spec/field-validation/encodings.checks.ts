// Checks that bodies in encodings other than JSON are validated too.

import fc from 'fast-check'
import {
  noWarningNamesTheFields,
  someWarningNamesEachField,
} from '../../../properties/laws/field-validation/field-warnings.ts'
import {
  withControl,
  writeFailsEntirely,
  writeSucceeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { bytesBody, withBodyEncoding } from '../../../properties/dsl/media-steps.ts'
import { duplicateFields } from '../../../properties/scenarios/field-validation/duplicate-fields.ts'
import { cborGate } from '../../../properties/scenarios/encodings/encodings.ts'
import {
  parameterLevels,
  unknownFields,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import { withYamlBodies } from '../../../properties/scenarios/field-validation/validated-encodings.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import { create } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const says = 'A body in YAML is validated like one in JSON.'

const strictly = (request: RequestStep): RequestStep => ({
  ...request,
  query: { fieldValidation: 'Strict', dryRun: 'All' },
})

/** A Secret in Protobuf with a name and an unknown field with number 99. */
const unknownTag = Buffer.concat([
  Buffer.from('k8s\0'),
  Buffer.from([10, 12, 10, 2]),
  Buffer.from('v1'),
  Buffer.from([18, 6]),
  Buffer.from('Secret'),
  Buffer.from([18, 20, 10, 15, 10, 13]),
  Buffer.from('touchstone-99'),
  Buffer.from([0x98, 6, 1]),
])

export default [
  property(
    'VALID-023',
    withYamlBodies(
      fc.oneof(
        unknownFields({ levels: parameterLevels, verbs: ['POST', 'PUT'] }),
        duplicateFields({ levels: [...parameterLevels] }),
      ),
    ),
    withControl(
      writeSucceeds(says)('Ignore'),
      noWarningNamesTheFields(says)('Ignore'),
      writeSucceeds(says)('Warn'),
      someWarningNamesEachField(says)('Warn'),
      writeFailsEntirely(says)('Strict'),
    ),
  ),
  example(
    'VALID-024',
    [
      strictly({
        ...create('an unknown tag in Protobuf', 'core', 'x'),
        body: bytesBody(unknownTag),
        headers: { 'content-type': { $media: 'protobuf' } },
      }),
      strictly({
        ...withBodyEncoding(
          'cbor',
          create('an unknown field in CBOR', 'main', 'x', { set: { [`/${unknownName(0)}`]: 1 } }),
        ),
        server: cborGate,
      }),
    ],
    notesAnswers('an unknown tag in Protobuf', 'an unknown field in CBOR'),
    { needs: ['feature protobuf', `alternate ${cborGate}`] },
  ),
]
