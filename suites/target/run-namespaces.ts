// Creates the namespaces of a run, a few per environment, and deletes all objects of the run at the
// end.

import { isConnectionFailure, TransportError } from '../../fixtures/client/client.ts'
import type { Client, WireAnswer } from '../../fixtures/client/client.ts'
import { redact } from '../../fixtures/client/redact.ts'
import { resourcePath, roles, runLabel, sampleObject } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { TargetUnreachable } from '../../fixtures/targets/target.ts'
import { deleteCreatedObject, isValidObjectName } from '../../properties/perform/clean-up.ts'
import { escapeSegment, valueAt } from '../../properties/dsl/term.ts'
import type { Environment } from '../../properties/perform/environment.ts'
import { definitionsPath } from '../../properties/dsl/custom-steps.ts'
import { policyPaths } from '../../properties/dsl/policy-steps.ts'
import { webhookConfigurationPaths } from '../../properties/dsl/webhook-steps.ts'

/** Each environment is identified by a letter in the names of its namespaces. */
export const concurrencyMax = 26

/**
 * The maximum number of concurrent environments. Without separate namespaces they would see each
 * other's objects.
 */
export const concurrencyFor = (
  { types, unserved }: Pick<Target, 'types' | 'unserved'>,
  wanted: number,
): number => (types.main.namespaced || unserved?.main !== undefined ? wanted : 1)

/** The time in milliseconds in which the server created namespaces, for one environment or more. */
export type CreationTimes = { aloneMs: number; togetherMs: number }

// A server that needs as long for a create is far away, or waits for something: on one machine the
// genuine server takes a few milliseconds.
const slowCreateMs = 30
const namespacesPerEnvironment = 3

/**
 * Whether more checks at the same time shorten a run: the server responds slowly, and to several
 * requests about as fast as to one.
 */
export const isSlowButConcurrent = ({ aloneMs, togetherMs }: CreationTimes): boolean =>
  aloneMs > slowCreateMs * namespacesPerEnvironment && togetherMs < 2 * aloneMs

/**
 * The namespace names of one environment. Each starts with the first one, so that a server that
 * treats `namespace` as a prefix is detected. An environment that was renewed has other names.
 */
export const runNamespaceNames = (run: string, index: number, renewals = 0): string[] => {
  const letter = String.fromCharCode(97 + index)
  const first = `touchstone-${run}-${letter}${renewals === 0 ? '' : `r${renewals}`}`
  return [first, `${first}0`, `${first}-0`]
}

// None of these means that the administrator lacks rights or that a name is invalid.
const cannotCreate = new Set([404, 405, 500, 501])

/**
 * Creates the namespaces of one environment. If the target has no namespace objects, or cannot
 * create them, the names are enough.
 * @throws TargetUnreachable when the target refuses
 */
export async function createRunNamespaces(
  target: Target,
  admin: Client,
  run: string,
  environmentIndex: number,
  renewals = 0,
): Promise<string[]> {
  const names = runNamespaceNames(run, environmentIndex, renewals)
  const type = target.types.namespaces
  if (target.unserved?.namespaces !== undefined) return names
  for (const [index, name] of names.entries()) {
    const body = JSON.stringify(sampleObject(type, run, name, undefined))
    const answer = await created(admin, { path: resourcePath(type), body })
    const got =
      'problem' in answer
        ? `no answer: ${answer.problem}`
        : `${answer.status} ${redact(answer.bytes.toString()).slice(0, 200)}`
    // A server may accept objects in any namespace in a path. Separate rows judge the refusal.
    if (index === 0 && 'status' in answer && cannotCreate.has(answer.status)) return names
    if ('problem' in answer || answer.status >= 300)
      throw new TargetUnreachable(
        `POST ${resourcePath(type)}: expected the namespace ${name} to be created, got ${got}`,
      )
  }
  return names
}

// The transport may lose a request, and a server may fail once.
const triesMax = 3

/** The answer to a create. A 409 is a success if an earlier try was lost. */
async function created(
  admin: Client,
  { path, body }: { path: string; body: string },
): Promise<WireAnswer | { problem: string }> {
  for (let tries = 1; ; tries++) {
    const answer = await admin.send({ method: 'POST', path, body }).catch(asAnswer)
    const mayHaveFailedOnce =
      'problem' in answer ? isConnectionFailure(answer.problem) : answer.status === 500
    if (mayHaveFailedOnce && tries < triesMax) continue
    const isOurs = tries > 1 && 'status' in answer && answer.status === 409
    return isOurs ? { ...answer, status: 201 } : answer
  }
}

/** The answer to a read, repeated if the transport lost it. */
async function readAt(
  path: string,
  admin: Client | undefined,
): Promise<WireAnswer | { problem: string } | undefined> {
  for (let tries = 1; ; tries++) {
    const answer = await admin?.send({ method: 'GET', path }).catch(asAnswer)
    const isTransportFailure =
      answer !== undefined && 'problem' in answer && isConnectionFailure(answer.problem)
    if (!isTransportFailure || tries >= triesMax) return answer
  }
}

function asAnswer(problem: unknown): { problem: string } {
  if (!(problem instanceof TransportError)) throw problem
  return { problem: problem.message }
}

/** The result of a sweep. */
export type SweepResult = {
  found: number
  /** How many objects the last try still found. */
  left: number
  /** The collections that could not be read, with their answers. */
  unread: string[]
}

type SweptEnvironment = Pick<Environment, 'clients' | 'types' | 'apiDomain'> &
  Pick<Target, 'unserved'>

// A delete may be lost, or wait for other deletes.
const sweepsMax = 3

/**
 * Deletes all objects with the label of the run (or of any run): webhooks and policies first, then
 * objects of the types with a role, and definitions and roles last.
 */
export async function sweepRun(environment: SweptEnvironment, run: string): Promise<SweepResult> {
  const first = await sweepOnce(environment, run)
  let { found: left, unread } = first
  for (let more = 1; left > 0 && more < sweepsMax; more++)
    ({ found: left, unread } = await sweepOnce(environment, run))
  return { found: first.found, left, unread }
}

async function sweepOnce(
  environment: SweptEnvironment,
  run: string,
): Promise<Pick<SweepResult, 'found' | 'unread'>> {
  const unread: string[] = []
  const sweepAll = async (collections: string[]) => {
    let found = 0
    for (const collection of collections) found += await sweepAt(collection, environment, run)
    return found
  }
  // A webhook or a policy could refuse the other deletes.
  const { apiDomain } = environment
  const webhooks = await sweepAll([
    ...webhookConfigurationPaths(apiDomain),
    ...policyPaths(apiDomain),
  ])
  const found = await sweepTypes(environment, run, unread)
  return { found: webhooks + found + (await sweepAll(otherCollections(environment))), unread }
}

/** Other collections without a role: definitions, and roles of the identities of a run. */
function otherCollections({ apiDomain }: SweptEnvironment): string[] {
  const roles = `/apis/rbac.authorization.${apiDomain}/v1`
  return [definitionsPath(apiDomain), `${roles}/clusterrolebindings`, `${roles}/clusterroles`]
}

/**
 * Deletes the objects of the run in one collection. A collection that cannot be read counts as
 * empty.
 */
async function sweepAt(
  collection: string,
  environment: SweptEnvironment,
  run: string,
): Promise<number> {
  const { items } = await labelled(collection, run, environment)
  const left = items.filter(item => !isDeleted(item))
  const pathTo = (item: unknown) => `${collection}/${String(valueAt(item, '/metadata/name'))}`
  const remove = async (path: string): Promise<void> => {
    await environment.clients.admin?.send({ method: 'DELETE', path }).catch(() => undefined)
  }
  await Promise.all(left.map(item => remove(pathTo(item))))
  return left.length
}

async function sweepTypes(
  environment: SweptEnvironment,
  run: string,
  unread: string[],
): Promise<number> {
  let found = 0
  // Several roles may have one type.
  const served = roles.filter(one => environment.unserved?.[one] === undefined)
  const byPath = new Map(served.map(role => [resourcePath(environment.types[role]), role]))
  for (const [path, role] of byPath) {
    const { items: listed, problem } = await labelled(path, run, environment)
    if (problem) unread.push(problem)
    const items = listed.filter(item => !isGoing(item))
    found += items.length
    await Promise.all(
      items.map(item =>
        deleteCreatedObject(
          {
            role,
            name: String(valueAt(item, '/metadata/name')),
            ...namespaceOf(valueAt(item, '/metadata/namespace')),
            mayHaveFinalizers: valueAt(item, '/metadata/finalizers') !== undefined,
          },
          environment,
        ),
      ),
    )
  }
  return found
}

/** The labelled objects of a collection, or why they could not be read. */
async function labelled(
  collection: string,
  run: string,
  { clients: { admin } }: SweptEnvironment,
): Promise<{ items: unknown[]; problem?: string }> {
  const selector = encodeURIComponent(run === 'any' ? runLabel : `${runLabel}=${run}`)
  const path = `${collection}?labelSelector=${selector}`
  const selected = await readAt(path, admin)
  // A server may refuse or ignore the selector. Objects without the label are never deleted.
  const isRefused = selected !== undefined && 'status' in selected && selected.status === 400
  const answer = isRefused ? await readAt(collection, admin) : selected
  const listed = answer && 'bytes' in answer ? itemsIn(answer.bytes) : undefined
  const got = answer && 'status' in answer ? answer.status : answer?.problem
  const items = (listed ?? []).filter(item => isLabelled(item, run))
  return { items, ...(listed ? {} : { problem: `${path} (${got})` }) }
}

/** Already deleted, and without finalizers that the sweep could remove. */
const isGoing = (item: unknown): boolean =>
  isDeleted(item) && valueAt(item, '/metadata/finalizers') === undefined

const isDeleted = (item: unknown): boolean =>
  valueAt(item, '/metadata/deletionTimestamp') !== undefined

function isLabelled(item: unknown, run: string): boolean {
  const label = valueAt(item, `/metadata/labels/${escapeSegment(runLabel)}`)
  const name = valueAt(item, '/metadata/name')
  const isOfRun = run === 'any' ? typeof label === 'string' : label === run
  return isOfRun && isValidObjectName(name)
}

const namespaceOf = (namespace: unknown): { namespace?: string } =>
  typeof namespace === 'string' && namespace !== '' ? { namespace } : {}

/** The items of a list. A list without `items` is empty; undefined for anything else. */
function itemsIn(bytes: Buffer): unknown[] | undefined {
  try {
    const body: unknown = JSON.parse(bytes.toString())
    const items = valueAt(body, '/items')
    if (Array.isArray(items)) return items
    return String(valueAt(body, '/kind')).endsWith('List') ? [] : undefined
  } catch {
    // Not JSON, so it names no objects to delete.
    return undefined
  }
}
