// Compares decisions of RBAC: creates the same drawn roles and bindings on the reference and on a
// genuine server, and asks both for the same access reviews.

import fc from 'fast-check'

import { createClient, type Client } from '../../../fixtures/client/client.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { grantingBindings, type ModelPolicy } from '../../../properties/models/role-rights.ts'
import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { valueDifferences } from '../value-differences.ts'
import {
  policies,
  policyNamespaces,
  type PolicyQuestion,
  policyQuestions,
} from './draw-policies.ts'
import { onBothServers } from './on-both-servers.ts'
import { createNamespace, createPolicy, policiesInForce, review } from './policy-objects.ts'

type Options = { readonly decisions: number; readonly seed?: number }
type Case = { readonly policy: ModelPolicy; readonly questions: readonly PolicyQuestion[] }

const questionsPerPolicy = 100
const concurrency = 16

/** Starts both servers and compares their decisions. */
export const compareAccess = (options: Options): Promise<LongRun> =>
  onBothServers(targets => compareAccessOn(targets, options))

/** Does the same as `compareAccess` on two running servers, the genuine one first. */
export async function compareAccessOn(
  targets: readonly Pick<Target, 'connection' | 'credentials'>[],
  { decisions, seed = 1 }: Options,
): Promise<LongRun> {
  const clients = targets.map(one => createClient(one.connection, one.credentials.admin))
  const cases = Array.from({ length: Math.ceil(decisions / questionsPerPolicy) }, (_, nth) =>
    drawn(`p${nth}-`, seed * 10_000 + nth, Math.min(decisions, questionsPerPolicy)),
  )
  try {
    for (const client of clients) await prepare(client, cases)
    const questions = cases.flatMap(({ policy, questions: asked }) =>
      asked.map(question => ({ policy, ...question })),
    )
    const counts = { allowed: 0 }
    const found: string[] = []
    const next = questions.values()
    const work = async () => {
      for (const { policy, who, what } of next) {
        const [genuine = {}, own = {}] = await Promise.all(
          clients.map(client => review(client, who, what)),
        )
        if (genuine['allowed'] === true) counts.allowed++
        const grants = grantingBindings(policy, who, what)
        const different = valueDifferences(
          comparable(genuine, grants.length),
          comparable(own, grants.length),
        )
        const isAsModel = own['allowed'] === grants.length > 0
        if (!isAsModel) different.push(`  the model grants ${JSON.stringify(grants)}`)
        if (different.length > 0)
          found.push([JSON.stringify({ who, what, policy }), ...different].join('\n'))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const summary = `${questions.length} decisions, ${counts.allowed} of them allow`
    return { summary, ...problemWith(found) }
  } finally {
    for (const client of clients) await client.close()
  }
}

function drawn(prefix: string, seed: number, count: number): Case {
  const [policy] = fc.sample(policies(prefix), { seed, numRuns: 1 })
  if (!policy) throw new Error('expected a policy, got none')
  const questions = fc.sample(policyQuestions(prefix, policy), { seed, numRuns: count })
  return { policy, questions }
}

async function prepare(client: Client, cases: readonly Case[]): Promise<void> {
  for (const name of policyNamespaces) await createNamespace(client, name)
  const next = cases.values()
  const work = async () => {
    for (const { policy } of next) await createPolicy(client, policy)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await policiesInForce(client, policyNamespaces[0])
}

/** If several bindings grant a request, a genuine server names any of them. */
function comparable(
  { reason, ...status }: { readonly [member: string]: unknown },
  grants: number,
): unknown {
  if (typeof reason !== 'string') return status
  if (grants > 1) return { ...status, reason: reason.replace(/^(RBAC: allowed by) .*/, '$1 one') }
  // Roles that are missing are named in any order.
  const missing = /^RBAC: \[(.*)\]$/.exec(reason)?.[1]
  return { ...status, reason: missing?.split(', ').sort() ?? reason }
}
