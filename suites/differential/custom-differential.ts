// Compares the reference with a genuine server on CustomResourceDefinitions and custom objects:
// sends the same requests to both and compares the responses.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { sendStep, comparableCustomAnswer } from './custom-answers.ts'
import type { CustomAnswer } from './custom-answers.ts'
import { definitionCases } from './custom-cases.ts'
import type { DifferentialCase } from './custom-cases.ts'
import { valueDifferences } from './value-differences.ts'
import { messageCases, messageType } from './custom-message-cases.ts'
import { objectCases } from './custom-object-cases.ts'
import { objectTypes } from './custom-object-types.ts'
import { ruleCases, casesOfTypesWithRules, typesWithRules } from './custom-rule-cases.ts'
import { switchCases } from './custom-switch-cases.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

/** Compares the responses of both servers to every case. */
export async function compareCustom(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    for (const client of clients) await define(client)
    const found: string[] = []
    let compared = 0
    for (const one of [
      ...definitionCases,
      ...objectCases,
      ...ruleCases,
      ...casesOfTypesWithRules,
      ...messageCases,
      ...switchCases,
    ]) {
      const [genuine = [], own = []] = await Promise.all(
        clients.map(client => perform(client, one)),
      )
      compared += genuine.length
      for (const [index, answer] of genuine.entries()) {
        const other = own[index]
        const place = `${one.name}, step ${index + 1}`
        if (isDeclared(place) || !other) continue
        const different = valueDifferences(
          comparableCustomAnswer(answer),
          comparableCustomAnswer(other),
        ).filter(difference => !isLossOfManagedFields(place, difference))
        if (different.length > 0) found.push([place, ...different].join('\n'))
      }
    }
    return { summary: `${compared} answers compared`, ...problemWith(found) }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

/**
 * Steps at which the two differ on purpose: messages of Go's JSON decoder, the wording of 404 and
 * 405 responses, and a Protobuf body at which the genuine server fails.
 */
const declared = [
  /^create \{"child":\{"apiVersion":"a\/b\/c"/,
  /^create with \{"(kind|apiVersion)":/,
  /^create with \{"metadata":\{"name":"f","labels"/,
  /^the life of an object, step (23|25|26)$/,
  /^several versions, step 4$/,
]

const isDeclared = (place: string): boolean => declared.some(one => one.test(place))

const severalVersions =
  /^(several versions, step [67]|objects of v\d that are to be kept in v\d, step \d+)$/

/**
 * If an object was written in several versions with different fields, the genuine server loses its
 * managed fields. Nothing else may differ in the responses of these steps.
 */
const isLossOfManagedFields = (place: string, difference: string): boolean =>
  severalVersions.test(place) &&
  difference.startsWith('  .body.metadata.managedFields: expected undefined, got ')

/** Creates the definitions, and waits until the types are served and creates are not delayed. */
async function define(client: Client): Promise<void> {
  for (const body of [...objectTypes, ...typesWithRules, messageType]) {
    const { status, body: answer } = await sendStep(client, { method: 'POST', path: crds, body })
    if (status !== 201) throw new Error(`a type was refused: ${JSON.stringify(answer)}`)
  }
  await settled()
}

const settled = () => new Promise(resolve => setTimeout(resolve, 4000))

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

async function perform(client: Client, { steps }: DifferentialCase): Promise<CustomAnswer[]> {
  const answers: CustomAnswer[] = []
  for (const step of steps) {
    answers.push(await sendStep(client, step))
    if (step.settles) await settled()
  }
  return answers
}
