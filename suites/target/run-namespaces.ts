// The namespaces that a run works in: a few per lane, made at the start and swept at the end.

import { isConnectionFailure, TransportError } from '../../fixtures/client/client.ts'
import type { Client, WireAnswer } from '../../fixtures/client/client.ts'
import { redact } from '../../fixtures/client/redact.ts'
import { resourcePath, roles, runLabel, sampleObject } from '../../fixtures/objects/probe-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { TargetUnreachable } from '../../fixtures/targets/target.ts'
import { deleteCreatedObject, isValidObjectName } from '../../properties/perform/clean-up.ts'
import { valueAt } from '../../properties/dsl/term.ts'
import type { Environment } from '../../properties/perform/environment.ts'
import { definitionsPath } from '../../properties/dsl/custom-steps.ts'

/** Lanes are told apart by a letter. */
export const concurrencyMax = 26

/** How many lanes may run at once: without namespaces they would meet each other's objects. */
export const concurrencyFor = (
  { types, unserved }: Pick<Target, 'types' | 'unserved'>,
  wanted: number,
): number => (types.main.namespaced || unserved?.main !== undefined ? wanted : 1)

/**
 * The namespace names of one lane. Each starts with the first, so that a server that takes
 * `namespace` for a prefix shows itself.
 */
export const runNamespaceNames = (run: string, index: number): string[] => {
  const first = `touchstone-${run}-${String.fromCharCode(97 + index)}`
  return [first, `${first}0`, `${first}-0`]
}

// Not one of these says that the administrator must not, or that a name is wrong.
const cannotCreate = new Set([404, 405, 500, 501])

/**
 * Makes the namespaces of one lane. Where they are no objects, or the server makes none, names are
 * enough.
 * @throws TargetUnreachable when the target refuses.
 */
export async function createRunNamespaces(
  target: Target,
  admin: Client,
  run: string,
  environmentIndex: number,
): Promise<string[]> {
  const names = runNamespaceNames(run, environmentIndex)
  const type = target.types.namespaces
  if (target.unserved?.namespaces !== undefined) return names
  for (const [index, name] of names.entries()) {
    const body = JSON.stringify(sampleObject(type, run, name, undefined))
    const answer = await created(admin, { path: resourcePath(type), body })
    const got =
      'problem' in answer
        ? `no answer: ${answer.problem}`
        : `${answer.status} ${redact(answer.bytes.toString()).slice(0, 200)}`
    // A server may take objects in any namespace that a path names; a refusal has its own rows.
    if (index === 0 && 'status' in answer && cannotCreate.has(answer.status)) return names
    if ('problem' in answer || answer.status >= 300)
      throw new TargetUnreachable(
        `POST ${resourcePath(type)}: expected the namespace ${name} to be created, got ${got}`,
      )
  }
  return names
}

// The transport may lose a request now and then, and a server may fail at one.
const triesMax = 3

/** The answer to a create; that it is there already is a success when an earlier try was lost. */
async function created(
  admin: Client,
  { path, body }: { path: string; body: string },
): Promise<WireAnswer | { problem: string }> {
  for (let tries = 1; ; tries++) {
    const answer = await admin.send({ method: 'POST', path, body }).catch(asAnswer)
    const isLost = 'problem' in answer ? isConnectionFailure(answer.problem) : answer.status === 500
    if (isLost && tries < triesMax) continue
    const isOurs = tries > 1 && 'status' in answer && answer.status === 409
    return isOurs ? { ...answer, status: 201 } : answer
  }
}

/** The answer to a read. */
async function readAt(
  path: string,
  admin: Client | undefined,
): Promise<WireAnswer | { problem: string } | undefined> {
  for (let tries = 1; ; tries++) {
    const answer = await admin?.send({ method: 'GET', path }).catch(asAnswer)
    const isLost =
      answer !== undefined && 'problem' in answer && isConnectionFailure(answer.problem)
    if (!isLost || tries >= triesMax) return answer
  }
}

function asAnswer(problem: unknown): { problem: string } {
  if (!(problem instanceof TransportError)) throw problem
  return { problem: problem.message }
}

/** What a sweep came to. */
export type SweepResult = {
  found: number
  /** How many the last look still found, after as many tries as there are. */
  left: number
  /** Collections that could not be read, and what was answered there. */
  unread: string[]
}

type SweptEnvironment = Pick<Environment, 'clients' | 'types' | 'apiDomain'> &
  Pick<Target, 'unserved'>

// A delete may be lost, or wait for others.
const sweepsMax = 3

/** Deletes whatever carries the label of the run (or of any run), the namespaces last. */
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
  const found = await sweepTypes(environment, run, unread)
  let others = 0
  for (const collection of otherCollections(environment))
    others += await sweepAt(collection, environment, run)
  return { found: found + others, unread }
}

/** What no role stands for: definitions, and what gives rights to the identities of a run. */
function otherCollections({ apiDomain }: SweptEnvironment): string[] {
  const roles = `/apis/rbac.authorization.${apiDomain}/v1`
  return [definitionsPath(apiDomain), `${roles}/clusterrolebindings`, `${roles}/clusterroles`]
}

/** Not every server has such a collection: where it cannot be read there is nothing in it. */
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
  for (const role of roles.filter(one => environment.unserved?.[one] === undefined)) {
    const { items: listed, problem } = await labelled(
      resourcePath(environment.types[role]),
      run,
      environment,
    )
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
            isHeld: valueAt(item, '/metadata/finalizers') !== undefined,
          },
          environment,
        ),
      ),
    )
  }
  return found
}

/** What carries the label at a path, or why that cannot be said. */
async function labelled(
  collection: string,
  run: string,
  { clients: { admin } }: SweptEnvironment,
): Promise<{ items: unknown[]; problem?: string }> {
  const selector = encodeURIComponent(run === 'any' ? runLabel : `${runLabel}=${run}`)
  const path = `${collection}?labelSelector=${selector}`
  const answer = await readAt(path, admin)
  const listed = answer && 'bytes' in answer ? itemsIn(answer.bytes) : undefined
  const got = answer && 'status' in answer ? answer.status : answer?.problem
  // A server may ignore the selector: what does not carry the label itself is never deleted.
  const items = (listed ?? []).filter(item => isLabelled(item, run))
  return { items, ...(listed ? {} : { problem: `${path} (${got})` }) }
}

/** Deleted already, and held by nothing that we could take away. */
const isGoing = (item: unknown): boolean =>
  isDeleted(item) && valueAt(item, '/metadata/finalizers') === undefined

const isDeleted = (item: unknown): boolean =>
  valueAt(item, '/metadata/deletionTimestamp') !== undefined

function isLabelled(item: unknown, run: string): boolean {
  const label = valueAt(item, `/metadata/labels/${runLabel.replace('/', '~1')}`)
  const name = valueAt(item, '/metadata/name')
  const isOfRun = run === 'any' ? typeof label === 'string' : label === run
  return isOfRun && isValidObjectName(name)
}

const namespaceOf = (namespace: unknown): { namespace?: string } =>
  typeof namespace === 'string' && namespace !== '' ? { namespace } : {}

/** The items of a list, which may be null when there are none; undefined for what is no list. */
function itemsIn(bytes: Buffer): unknown[] | undefined {
  try {
    const body: unknown = JSON.parse(bytes.toString())
    const items = valueAt(body, '/items')
    if (Array.isArray(items)) return items
    return String(valueAt(body, '/kind')).endsWith('List') ? [] : undefined
  } catch {
    // Not JSON: nothing that could be named and swept.
    return undefined
  }
}
