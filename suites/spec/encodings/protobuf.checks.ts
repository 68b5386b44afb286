// Protobuf and its envelope.

import fc from 'fast-check'
import { mediaOf } from '../../../fixtures/dialects/dialect.ts'
import type { History } from '../../../properties/history/history.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  beginsWithThePrefix,
  holdsTheObject,
  isNotEncodedFurther,
  isOfItsContentType,
  namesItsType,
  needsThePrefix,
  prefersProtobuf,
} from '../../../properties/laws/encodings/protobuf.ts'
import { shownAlike, writtenAlike } from '../../../properties/laws/encodings/encodings.ts'
import {
  protobufFirst,
  shownAs,
  spokenIn,
  wrappings,
  writtenIn,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'

const needs = { needs: ['feature protobuf' as const] }
const protobuf = spokenIn('protobuf')

const wrapped = (id: Check['id'], judge: (history: History) => Generator<Observation>): Check =>
  example(id, wrappings().steps, judge, needs)

export default [
  wrapped('ENC-014', beginsWithThePrefix),
  wrapped('ENC-015', needsThePrefix),
  wrapped('ENC-016', namesItsType),
  wrapped('ENC-017', holdsTheObject),
  wrapped('ENC-018', isNotEncodedFurther),
  wrapped(
    'ENC-019',
    isOfItsContentType(({ words }) => mediaOf(words.dialect).protobuf),
  ),
  example('ENC-023', protobufFirst().steps, prefersProtobuf),
  property(
    'ENC-024',
    fc.oneof(writtenIn(protobuf), shownAs(protobuf)),
    history =>
      history.exchanges.some(({ step }) => step.startsWith('encoded'))
        ? writtenAlike('protobuf')(history)
        : shownAlike('protobuf')(history),
    needs,
  ),
]
