// Finds bodies that the harness cannot write in Protobuf, because the message of the kind is
// unknown.

import { protobufMessageOfKind } from '../../fixtures/client/protobuf-messages.ts'
import { apiVersionOf } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { requestsOf } from '../../properties/dsl/scenario.ts'
import type { RequestStep, Scenario } from '../../properties/dsl/scenario.ts'

/** Why the harness cannot write the Protobuf bodies of a scenario for a target, or undefined. */
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
