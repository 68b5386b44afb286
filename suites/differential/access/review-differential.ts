// Compares the responses of the reference and a genuine server to the same reviews.

import { createClient, type Client } from '../../../fixtures/client/client.ts'
import type { Target } from '../../../fixtures/targets/target.ts'
import { type LongRun, problemWith } from '../../long-runs/storage-engine-runs.ts'
import { sendStep } from '../custom-answers.ts'
import { valueDifferences } from '../value-differences.ts'
import { onBothServers } from './on-both-servers.ts'
import { createNamespace } from './policy-objects.ts'
import { type ReviewCase, reviewCases } from './review-cases.ts'

/** Starts both servers and compares their responses to every review. */
export const compareReviews = (): Promise<LongRun> => onBothServers(compareReviewsOn)

/** Does the same as `compareReviews` on two running servers, the genuine one first. */
export async function compareReviewsOn(
  targets: readonly Pick<Target, 'connection' | 'credentials'>[],
): Promise<LongRun> {
  const clients = targets.map(one => createClient(one.connection, one.credentials.admin))
  try {
    for (const client of clients) await createNamespace(client, 'a')
    const found: string[] = []
    for (const one of reviewCases) {
      const [genuine, own] = await Promise.all(clients.map(client => ask(client, one)))
      const different = valueDifferences(genuine, own)
      if (different.length > 0) found.push([JSON.stringify(one), ...different].join('\n'))
    }
    return { summary: `${reviewCases.length} reviews`, ...problemWith(found) }
  } finally {
    for (const client of clients) await client.close()
  }
}

async function ask(
  client: Client,
  { resource, group = 'authorization.k8s.io', namespace, body }: ReviewCase,
): Promise<object> {
  const place = namespace === undefined ? '' : `namespaces/${namespace}/`
  const path = `/apis/${group}/v1/${place}${resource}`
  const answer = await sendStep(client, { method: 'POST', path, body: JSON.stringify(body) })
  return { status: answer.status, body: comparable(answer.body) }
}

/** Removes the sender and the time of the review, and the permissions of the administrator. */
function comparable(body: Fields): unknown {
  const { creationTimestamp: _, managedFields, ...metadata } = objectIn(body['metadata'])
  const { userInfo, resourceRules, nonResourceRules: _rules, ...status } = objectIn(body['status'])
  return {
    ...body,
    ...(typeof body['message'] === 'string' && {
      message: withoutManagers(body['message']),
      details: JSON.parse(withoutManagers(JSON.stringify(body['details'] ?? null))),
    }),
    metadata: { ...metadata, hasManagers: managedFields !== undefined },
    ...(typeof body['status'] === 'object' && {
      status: {
        ...status,
        ...(isFields(userInfo) && { userInfo: Object.keys(userInfo).toSorted() }),
        hasRules: Array.isArray(resourceRules) && resourceRules.length > 0,
      },
    }),
  }
}

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const objectIn = (value: unknown): Fields => (isFields(value) ? value : {})

// Messages quote the metadata of the review.
const withoutManagers = (text: string): string =>
  text.replaceAll(/,?\\?"managedFields\\?":\[\{.*?\}\}\]/g, '').replaceAll('{,', '{')
