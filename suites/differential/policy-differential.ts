// Compares the admission policies of the reference with those of a genuine server: sends the same
// policies and writes to both.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { sendStep } from './custom-answers.ts'
import type { Fields, PolicyCase, PolicyWrite } from './policy-case.ts'
import { rule } from './policy-case.ts'
import { faultyMutations, faultyPolicies } from './policy-faults.ts'
import { mutationCases } from './policy-mutation-cases.ts'
import { validationCases } from './policy-validation-cases.ts'
import { valueDifferences } from './value-differences.ts'

const cases: readonly PolicyCase[] = [...validationCases, ...mutationCases]
const registrations = '/apis/admissionregistration.k8s.io/v1'

/** A response without what differs between two servers. */
type Answer = { readonly place: string; readonly shown: unknown }

/** Compares the responses of both servers to all policies and writes. */
export async function comparePolicies(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    return compareAnswers(await Promise.all(clients.map(answersOf)))
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

/** Compares the answers of a genuine server with those of the reference. */
export function compareAnswers([genuine = [], own = []]: readonly (readonly Answer[])[]): LongRun {
  const found = genuine.flatMap(({ place, shown }, index) => {
    if (declared.some(one => one.test(place))) return []
    const different = valueDifferences(shown, own[index]?.shown)
    return different.length === 0 ? [] : [[place, ...different].join('\n')]
  })
  return { summary: `${genuine.length} answers compared`, ...problemWith(found) }
}

/**
 * Faults for which the two have different words, or point to different columns. The last ones are
 * departures: the reference knows the names of objects in a deleted collection, and lets no policy
 * rename an object.
 */
const declared = [
  /"expression":""/,
  /^constraints: subresources, write 2$/,
  /^mutation: wrong type, write/,
  /^mutation: json patch, (no place|wrong type|unknown op), write/,
  /"jsonpatch\.escapeKey/,
  /"timestamp\(/,
  /"expression":"Object"/,
  /"\[JSONPatch\{(op|other): 1\}\]"/,
  /^constraints: deletes, write 3$/,
  /^mutation: the name, write/,
]

/** Sends all policies and writes to a server. */
export async function answersOf(client: Client): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [index, one] of cases.entries()) await prepare(client, one, index, answers)
  for (const [index, spec] of faultyPolicies.entries())
    await createFaulty(client, `validating`, spec, index, answers)
  for (const [index, spec] of faultyMutations.entries())
    await createFaulty(client, `mutating`, spec, index, answers)
  await inForce()
  for (const [index, { name, writes }] of cases.entries()) {
    for (const [step, write] of writes.entries())
      answers.push({
        place: `${name}, write ${step + 1}`,
        shown: await sendWrite(client, write, namespaceOf(index)),
      })
  }
  return answers
}

/** A genuine server follows policies and bindings with a delay. */
const inForce = () => new Promise(resolve => setTimeout(resolve, 5000))

const namespaceOf = (index: number): string => `policies-${index}`

/** Creates the namespace of a case, and its policies and bindings, which match nothing else. */
async function prepare(client: Client, one: PolicyCase, index: number, answers: Answer[]) {
  const { kind = 'validating', policies, binding = {}, objects = [], name } = one
  const namespace = namespaceOf(index)
  const labels = { case: namespace }
  const body = { metadata: { name: namespace, labels } }
  await sendStep(client, { method: 'POST', path: '/api/v1/namespaces', body })
  for (const write of objects) await sendWrite(client, write, namespace)
  for (const [number, spec] of policies.entries()) {
    const own = `${namespace}-${number}`
    const constraints = {
      resourceRules: [rule(['configmaps'])],
      ...(spec.matchConstraints as Fields),
    }
    const matchConstraints = { ...constraints, namespaceSelector: { matchLabels: labels } }
    const actions = kind === 'validating' ? { validationActions: ['Deny'] } : {}
    for (const [type, given] of [
      ['policies', { ...spec, matchConstraints }],
      ['policybindings', { policyName: own, ...actions, ...binding }],
    ] as const) {
      const path = `${registrations}/${kind}admission${type}`
      const made = { metadata: { name: own }, spec: given }
      const answer = await sendStep(client, { method: 'POST', path, body: JSON.stringify(made) })
      answers.push({ place: `${name}, ${type}`, shown: [answer.status, messageOf(answer.body)] })
    }
  }
}

async function createFaulty(
  client: Client,
  kind: string,
  spec: Fields,
  index: number,
  answers: Answer[],
) {
  const matchConstraints = { resourceRules: [rule(['configmaps'])] }
  const { status, body } = await sendStep(client, {
    method: 'POST',
    path: `${registrations}/${kind}admissionpolicies`,
    body: JSON.stringify({
      metadata: { name: `faulty-${index}` },
      spec: { matchConstraints, ...spec },
    }),
  })
  const shown = [status, status < 400 ? '' : messageOf(body)]
  answers.push({ place: `${kind} ${JSON.stringify(spec)}`, shown })
}

/** Returns the message of an error, of several faults of one expression with the first. */
const messageOf = (body: unknown): string =>
  String((body as Fields | undefined)?.message)
    .replaceAll(/ expecting \{.*?\}(?=\n|$)/g, '')
    .replaceAll(/\nERROR: <input>[^^]*\^/g, '')

async function sendWrite(client: Client, { method, path, body }: PolicyWrite, namespace: string) {
  const answer = await client.send({
    method,
    path: path.startsWith('/')
      ? path.replace('{namespace}', namespace)
      : `/api/v1/namespaces/${namespace}/${path}`,
    headers: {
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = answer.bytes.toString('utf8')
  const shown = JSON.parse(text) as Fields
  const { metadata, data, spec, message, reason, details, code } = shown
  const { labels, name } = (metadata ?? {}) as Fields
  const status = answer.status
  if (status >= 400) return { status, message, reason, details, code }
  return { status, warnings: answer.headers.warning, labels, name, data, spec }
}
