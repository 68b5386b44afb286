// Compares the effects of objects such as PriorityClasses and LimitRanges on other objects, on the
// reference and on a genuine server.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { classSteps, ingressSteps, nodeSteps, storageSteps } from './settings-class-steps.ts'
import { createNamespaceStep } from './setting-steps.ts'
import type { SettingStep } from './setting-steps.ts'
import { securitySteps } from './settings-security-steps.ts'
import { limitSteps, prioritySteps } from './settings-steps.ts'

const steps: readonly SettingStep[] = [
  createNamespaceStep,
  ...prioritySteps,
  ...limitSteps,
  ...storageSteps,
  ...ingressSteps,
  ...nodeSteps,
  ...classSteps,
  ...securitySteps,
]

/**
 * Sends the same requests to both servers and compares the status, the warnings of pod security,
 * the message of an error, and the fields that each step names.
 */
export async function compareSettings(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  try {
    const [genuine = [], own = []] = await Promise.all(targets.map(answersOf))
    const found = steps.flatMap(({ method, path }, index) => {
      const [expected, got] = [genuine[index], own[index]]
      return expected === got
        ? []
        : [`${index + 1}: ${method} ${path}: expected ${expected}, got ${got}`]
    })
    return { summary: `${steps.length} requests compared`, ...problemWith(found) }
  } finally {
    for (const target of targets) await target.close()
  }
}

async function answersOf({ connection, credentials }: Target): Promise<string[]> {
  const client = createClient(connection, credentials.admin)
  const answers: string[] = []
  try {
    for (const step of steps) answers.push(await answerTo(step, client))
  } finally {
    await client.close()
  }
  return answers
}

async function answerTo({ method, path, body, compares = [] }: SettingStep, client: Client) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const { status, bytes, headers } = await client.send({
    method,
    path,
    headers: { 'content-type': type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = JSON.parse(bytes.toString('utf8'))
  const shown =
    status < 400 ? compares.map(place => valueAt(answer, place)) : valueAt(answer, 'message')
  // Other warnings are compared elsewhere.
  const warnings = String(headers['warning'] ?? '')
    .split(/, (?=299 )/)
    .filter(one => one.includes('PodSecurity'))
  return [status, JSON.stringify(sorted(shown)), ...warnings].join(' ')
}

const valueAt = (value: unknown, place: string): unknown =>
  place.split('.').reduce((inner, name) => (inner as Members | undefined)?.[name], value)

type Members = { [member: string]: unknown }

/** Sorts the members of all objects in a value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
