// Checks Protobuf bodies and their envelope.

import fc from 'fast-check'
import { mediaOf } from '../../../fixtures/dialects/dialect.ts'
import type { History } from '../../../properties/history/history.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  protobufBeginsWithPrefix,
  envelopeHoldsTheObject,
  envelopeIsNotEncodedFurther,
  rawIsOfItsContentType,
  envelopeNamesItsType,
  prefixIsRequired,
  protobufIsPreferred,
} from '../../../properties/laws/encodings/protobuf.ts'
import { answersMatchJson, writesMatchJson } from '../../../properties/laws/encodings/encodings.ts'
import {
  protobufFirst,
  readInEncoding,
  encodingChoice,
  protobufEnvelopes,
  writesInEncoding,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'

const needs = { needs: ['feature protobuf' as const] }
const protobuf = encodingChoice('protobuf')

const wrapped = (id: Check['id'], judge: (history: History) => Generator<Observation>): Check =>
  example(id, protobufEnvelopes().steps, judge, needs)

export default [
  wrapped('ENC-014', protobufBeginsWithPrefix),
  wrapped('ENC-015', prefixIsRequired),
  wrapped('ENC-016', envelopeNamesItsType),
  wrapped('ENC-017', envelopeHoldsTheObject),
  wrapped('ENC-018', envelopeIsNotEncodedFurther),
  wrapped(
    'ENC-019',
    rawIsOfItsContentType(({ context }) => mediaOf(context.dialect).protobuf),
  ),
  example('ENC-023', protobufFirst().steps, protobufIsPreferred),
  property(
    'ENC-024',
    fc.oneof(writesInEncoding(protobuf), readInEncoding(protobuf)),
    history =>
      history.exchanges.some(({ step }) => step.startsWith('encoded'))
        ? writesMatchJson('protobuf')(history)
        : answersMatchJson('protobuf')(history),
    needs,
  ),
]
