// What genuine servers do with bodies that are no text.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/** K8S-ENC-051: a watch in YAML (`yaml`) beside one in JSON (`json`). */
export function* watchIsNotServedInYaml(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'start', 'json')
  const says = 'A watch that accepts only YAML is refused with 406.'
  yield* refusesWith(history, 'yaml', { code: 406, reason: 'NotAcceptable' }, says)
}

// d9 d9 f7.
const selfDescribed = '2dn3'

/** K8S-ENC-052. */
export function* cborAnswerIsSelfDescribed(history: History): Generator<Observation> {
  for (const label of ['get', 'list']) {
    yield* requireSuccess(history, label)
    const { base64 = '' } = exchangeAt(history, label).answer ?? {}
    yield verify(base64.startsWith(selfDescribed), {
      says: 'A body in CBOR begins with the tag of self-described CBOR.',
      expected: 'd9d9f7',
      got: Buffer.from(base64.slice(0, 4), 'base64').toString('hex'),
      at: label,
    })
  }
}

/** K8S-ENC-053. */
export function* duplicateCborKeysAreRefused(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  const says = 'A CBOR body with a duplicate key is refused at every level of field validation.'
  yield* refusesWith(history, 'twice', { code: 400, reason: 'BadRequest' }, says)
}
