// Which bodies the harness can write in Protobuf: those of kinds whose messages it knows.

import { protobufMessageOfKind } from '../../fixtures/client/protobuf-messages.ts'
import { apiVersionOf } from '../../fixtures/objects/probe-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { requestsOf } from '../../properties/dsl/scenario.ts'
import type { RequestStep, Scenario } from '../../properties/dsl/scenario.ts'

/** Why the harness cannot perform a scenario with bodies in Protobuf on a target, if it cannot. */
export function unwritableReason(
  { types }: Pick<Target, 'types'>,
  scenario: Scenario,
): string | undefined {
  for (const { to, body } of requestsOf(scenario)) {
    if (!('role' in to) || !isInProtobuf(body)) continue
    const type = types[to.role]
    if (!protobufMessageOfKind({ apiVersion: apiVersionOf(type), kind: type.kind }))
      return `skipped: the Protobuf message is unknown for the type ${type.resource}`
  }
  return undefined
}

const isInProtobuf = (body: RequestStep['body']): boolean =>
  typeof body === 'object' && body !== null && '$as' in body && body.$as === 'protobuf'
