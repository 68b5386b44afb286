// Whether operators can live with the reference as they live with a genuine server: what they
// define, and the objects of it, are treated alike.

import { createClient } from '../../../../fixtures/client/client.ts'
import type { Client } from '../../../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../../fixtures/targets/reference.ts'
import type { LongRun } from '../../../harness/engines.ts'
import { ask, comparable } from '../../custom-answers.ts'
import type { Answer } from '../../custom-answers.ts'
import { differences } from '../../differences.ts'
import { established, gone } from './established.ts'
import { operators } from './read.ts'
import type { Operator } from './read.ts'
import { applications, creations, deletions, lives, readings } from './steps.ts'
import type { Named } from './steps.ts'

/** Wrong is an answer that is not the same, unless it is declared to differ. */
export async function sameOperators(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    const found: string[] = []
    let compared = 0
    for (const operator of operators) {
      const [genuine = [], own = []] = await Promise.all(
        clients.map(client => life(client, operator)),
      )
      compared += genuine.length
      found.push(...brokenPromises(genuine))
      found.push(...genuine.flatMap((one, index) => difference(one, own[index])))
    }
    return {
      says: `${compared} answers compared`,
      ...(found.length > 0 && { problem: found.join('\n') }),
    }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

export type Given = Pick<Named, 'name' | 'is'> & { readonly answer: Answer }

/** Everything that is asked for one operator, which leaves nothing behind. */
export async function life(client: Client, operator: Operator): Promise<Given[]> {
  const given = [...(await answers(client, applications(operator)))]
  // What is refused is told of; nothing else can be asked then.
  if (given.some(({ answer }) => answer.status >= 400)) return given
  await established(client, operator)
  given.push(...(await answers(client, readings(operator))))
  given.push(...(await answers(client, lives(operator))))
  given.push(...(await answers(client, deletions(operator))))
  await gone(client, operator)
  given.push(...(await answers(client, creations(operator))))
  await established(client, operator)
  given.push(...(await answers(client, deletions(operator))))
  await gone(client, operator)
  return given
}

async function answers(client: Client, steps: readonly Named[]): Promise<Given[]> {
  const given: Given[] = []
  for (const { name, is, ...step } of steps)
    given.push({ name, ...(is && { is }), answer: await ask(client, step) })
  return given
}

/** Where a server does not do what the data promise. */
export const brokenPromises = (given: readonly Given[]): string[] =>
  given.flatMap(({ name, is, answer }) => {
    const found = is ? broken(answer, is === 'taken' ? undefined : is.refused) : []
    return found.length === 0 ? [] : [[name, ...found].join('\n')]
  })

/** How an answer is not the one that the data promise; the fields are those found wrong. */
function broken(answer: Answer, refused: readonly string[] | undefined): string[] {
  const [expected, got] = [[...(refused ?? [])].sort().join(' '), fieldsOf(answer).join(' ')]
  if (!refused)
    return answer.status < 300 ? [] : [`  expected to be taken: ${JSON.stringify(answer.body)}`]
  return answer.status === 422 && expected === got
    ? []
    : [`  expected to be refused for ${expected}: ${answer.status} ${got}`]
}

const fieldsOf = ({ body }: Answer): string[] => {
  const { causes = [] } = (body['details'] ?? {}) as { causes?: readonly { field: unknown }[] }
  return [...new Set(causes.map(({ field }) => String(field)))].sort()
}

function difference({ name, answer }: Given, other: Given | undefined): string[] {
  const found = differences(comparable(answer), other && comparable(other.answer))
  return found.length === 0 ? [] : [[name, ...found].join('\n')]
}
