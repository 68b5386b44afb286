// Bodies that are no JSON are validated all the same.

import fc from 'fast-check'
import { isSilentOn, isWarnedOf } from '../../../properties/laws/field-validation/field-reports.ts'
import {
  besideTwin,
  failsAsAWhole,
  succeeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import { bytes, sentAs } from '../../../properties/dsl/media-steps.ts'
import { doubledFields } from '../../../properties/scenarios/field-validation/doubled-fields.ts'
import { cborDoor } from '../../../properties/scenarios/encodings/encodings.ts'
import {
  levels,
  unknownFields,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import { inYaml } from '../../../properties/scenarios/field-validation/validated-encodings.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import { create } from '../../../properties/dsl/steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const says = 'A body in YAML is validated as one in JSON.'

const strictly = (request: Request): Request => ({
  ...request,
  query: { fieldValidation: 'Strict', dryRun: 'All' },
})

/** A Secret in Protobuf with a name and a field of number 99, which no message has. */
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
    inYaml(
      fc.oneof(
        unknownFields({ levels, verbs: ['POST', 'PUT'] }),
        doubledFields({ levels: [...levels] }),
      ),
    ),
    besideTwin(
      succeeds(says)('Ignore'),
      isSilentOn(says)('Ignore'),
      succeeds(says)('Warn'),
      isWarnedOf(says)('Warn'),
      failsAsAWhole(says)('Strict'),
    ),
  ),
  example(
    'VALID-024',
    [
      strictly({
        ...create('an unknown tag in Protobuf', 'core', 'x'),
        body: bytes(unknownTag),
        headers: { 'content-type': { $media: 'protobuf' } },
      }),
      strictly({
        ...sentAs(
          'cbor',
          create('an unknown field in CBOR', 'main', 'x', { set: { [`/${unknownName(0)}`]: 1 } }),
        ),
        door: cborDoor,
      }),
    ],
    notesAnswers('an unknown tag in Protobuf', 'an unknown field in CBOR'),
    { needs: ['feature protobuf', `door ${cborDoor}`] },
  ),
]
