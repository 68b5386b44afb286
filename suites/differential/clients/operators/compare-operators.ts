// Compares the reference with a genuine server on the definitions and objects of operators.

import { createClient } from '../../../../fixtures/client/client.ts'
import type { Client } from '../../../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../../fixtures/targets/reference-target.ts'
import type { LongRun } from '../../../long-runs/storage-engine-runs.ts'
import { sendStep, comparableCustomAnswer } from '../../custom-answers.ts'
import type { CustomAnswer } from '../../custom-answers.ts'
import { valueDifferences } from '../../value-differences.ts'
import { waitUntilEstablished, waitUntilGone } from './wait-for-definitions.ts'
import { operators } from './operator-data.ts'
import type { Operator } from './operator-data.ts'
import { applySteps, createSteps, deleteSteps, sampleSteps, readSteps } from './operator-steps.ts'
import type { OperatorStep } from './operator-steps.ts'

/** A response that differs is a problem, and so is a genuine one that is not as the data expect. */
export async function compareOperators(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    const found: string[] = []
    let compared = 0
    for (const operator of operators) {
      const [genuine = [], own = []] = await Promise.all(
        clients.map(client => runOperatorLifecycle(client, operator)),
      )
      compared += genuine.length
      found.push(...unexpectedAnswers(genuine))
      found.push(...genuine.flatMap((one, index) => difference(one, own[index])))
    }
    return {
      summary: `${compared} answers compared`,
      ...(found.length > 0 && { problem: found.join('\n') }),
    }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

export type StepAnswer = Pick<OperatorStep, 'name' | 'is'> & { readonly answer: CustomAnswer }

/** Sends all requests of one operator, and removes its definitions at the end. */
export async function runOperatorLifecycle(
  client: Client,
  operator: Operator,
): Promise<StepAnswer[]> {
  const given = [...(await answers(client, applySteps(operator)))]
  // If an apply fails, the later requests would all fail.
  if (given.some(({ answer }) => answer.status >= 400)) return given
  await waitUntilEstablished(client, operator)
  given.push(...(await answers(client, readSteps(operator))))
  given.push(...(await answers(client, sampleSteps(operator))))
  given.push(...(await answers(client, deleteSteps(operator))))
  await waitUntilGone(client, operator)
  given.push(...(await answers(client, createSteps(operator))))
  await waitUntilEstablished(client, operator)
  given.push(...(await answers(client, deleteSteps(operator))))
  await waitUntilGone(client, operator)
  return given
}

async function answers(client: Client, steps: readonly OperatorStep[]): Promise<StepAnswer[]> {
  const given: StepAnswer[] = []
  for (const { name, is, ...step } of steps)
    given.push({ name, ...(is && { is }), answer: await sendStep(client, step) })
  return given
}

/** Returns a text for each response that is not as the data expect. */
export const unexpectedAnswers = (given: readonly StepAnswer[]): string[] =>
  given.flatMap(({ name, is, answer }) => {
    const found = is ? broken(answer, is === 'taken' ? undefined : is.refused) : []
    return found.length === 0 ? [] : [[name, ...found].join('\n')]
  })

/** Compares a response with the expected one. `refused` holds the fields of the expected errors. */
function broken(answer: CustomAnswer, refused: readonly string[] | undefined): string[] {
  const [expected, got] = [[...(refused ?? [])].sort().join(' '), fieldsOf(answer).join(' ')]
  if (!refused)
    return answer.status < 300 ? [] : [`  expected to be taken: ${JSON.stringify(answer.body)}`]
  return answer.status === 422 && expected === got
    ? []
    : [`  expected to be refused for ${expected}: ${answer.status} ${got}`]
}

const fieldsOf = ({ body }: CustomAnswer): string[] => {
  const { causes = [] } = (body['details'] ?? {}) as { causes?: readonly { field: unknown }[] }
  return [...new Set(causes.map(({ field }) => String(field)))].sort()
}

function difference({ name, answer }: StepAnswer, other: StepAnswer | undefined): string[] {
  const found = valueDifferences(
    comparableCustomAnswer(answer),
    other && comparableCustomAnswer(other.answer),
  )
  return found.length === 0 ? [] : [[name, ...found].join('\n')]
}
