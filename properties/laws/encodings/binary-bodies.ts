// Judges binary and YAML bodies by the behaviour of genuine servers.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/** K8S-ENC-051: a watch in YAML (`yaml`) is refused, while one in JSON (`json`) is served. */
export function* watchIsNotServedInYaml(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'start', 'json')
  const says = 'A watch that accepts only YAML is refused with 406.'
  yield* refusesWith(history, 'yaml', { code: 406, reason: 'NotAcceptable' }, says)
}

// Base64 of d9 d9 f7, the tag of self-described CBOR.
const selfDescribed = '2dn3'

/** K8S-ENC-052: CBOR answers begin with the tag of self-described CBOR. */
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

/** K8S-ENC-053: a CBOR body with duplicate keys is refused. */
export function* duplicateCborKeysAreRefused(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  const says = 'A CBOR body with a duplicate key is refused at every level of field validation.'
  yield* refusesWith(history, 'twice', { code: 400, reason: 'BadRequest' }, says)
}
